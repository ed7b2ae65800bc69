pub mod reply;
