//! What a person types, read on a thread of its own: waiting for a key must not hold up the run.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use ratatui::crossterm::event::{self, Event, KeyEvent, KeyEventKind};
use tokio::sync::mpsc;

pub(super) enum Typed {
    Key(KeyEvent),
    /// The screen has another size now.
    Resized,
    Pasted(String),
}

pub(super) struct Keys {
    typed: mpsc::Receiver<Typed>,
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

const QUEUE: usize = 256;
/// How soon the thread notices that nobody reads any more.
const PATIENCE: Duration = Duration::from_millis(50);

impl Keys {
    pub(super) fn listen() -> Self {
        let (sender, typed) = mpsc::channel(QUEUE);
        let is_over = Arc::new(AtomicBool::new(false));
        let flag = is_over.clone();
        let thread = std::thread::spawn(move || {
            while !flag.load(Ordering::Relaxed) {
                match event::poll(PATIENCE) {
                    Ok(true) => {}
                    Ok(false) => continue,
                    Err(_) => return,
                }
                let typed = match event::read() {
                    Ok(Event::Key(key)) if key.kind != KeyEventKind::Release => Typed::Key(key),
                    Ok(Event::Resize(..)) => Typed::Resized,
                    Ok(Event::Paste(text)) => Typed::Pasted(text),
                    Ok(_) => continue,
                    Err(_) => return,
                };
                if sender.blocking_send(typed).is_err() {
                    return;
                }
            }
        });
        Self { typed, is_over, thread: Some(thread) }
    }

    pub(super) async fn next(&mut self) -> Typed {
        match self.typed.recv().await {
            Some(typed) => typed,
            // The terminal is gone; so is whoever typed.
            None => std::future::pending().await,
        }
    }
}

impl Drop for Keys {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        self.typed.close();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
