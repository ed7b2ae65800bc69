//! The law of capacity against bundles of facts: the right one is looked for among all that are known.

use ruminate_mind::vectors::{
    Bundle, Cleanup, MOST_LOAD, Phases, Probe, Space, accuracy, capacity,
};

const DIMENSIONS: [usize; 3] = [512, 1_024, 4_096];
const KNOWN: [usize; 3] = [100, 1_000, 10_000];
/// Loads are chosen where the law says that so many answers are right.
const SHARES: [f64; 6] = [0.999, 0.99, 0.95, 0.9, 0.7, 0.4];
/// Probes that share one pass over the known vectors.
const TOGETHER: usize = 64;

#[allow(clippy::print_stdout)]
pub(crate) fn measure(answers: usize) {
    println!("| n | known, m | bundled, k | right, % | law, % | points | with n for 2n, % |");
    println!("|---:|---:|---:|---:|---:|---:|---:|");
    let mut worst: f64 = 0.0;
    for dimension in DIMENSIONS {
        for known in KNOWN {
            let world = World::new(Space::new(dimension, 11), known);
            let mut before = 0;
            for share in SHARES {
                let load = capacity(dimension, known, share);
                if load == before || load >= MOST_LOAD {
                    continue;
                }
                before = load;
                let right = 100.0 * world.right(load, answers);
                let law = 100.0 * accuracy(dimension, load, known);
                let halved = 100.0 * accuracy(dimension / 2, load, known);
                let points = right - law;
                worst = worst.max(points.abs());
                println!(
                    "| {dimension} | {known} | {load} | {right:.1} | {law:.1} | {points:+.1} | {halved:.1} |"
                );
            }
        }
    }
    println!("\nFurthest from the law: {worst:.1} points, with {answers} answers in each row.");
}

struct World {
    space: Space,
    objects: Vec<Phases>,
    cleanup: Cleanup,
}

impl World {
    fn new(space: Space, known: usize) -> Self {
        let objects: Vec<Phases> =
            (0..known).map(|at| space.named(&format!("object {at}"))).collect();
        let mut cleanup = Cleanup::new(space.dimension());
        objects.iter().for_each(|object| cleanup.push(object));
        Self { space, objects, cleanup }
    }

    /// The share of objects that are found in pages of so many facts.
    fn right(&self, load: usize, answers: usize) -> f64 {
        let mut random = fastrand::Rng::with_seed(load as u64);
        let (mut asked, mut right, mut page) = (0, 0, 0);
        let mut waiting: Vec<(Probe, usize)> = Vec::new();
        while asked < answers {
            page += 1;
            let mut bundle = Bundle::new(self.space.dimension());
            let facts: Vec<(Phases, usize)> = (0..load)
                .map(|at| {
                    let key = self.space.named(&format!("subject {page} {at}"));
                    let key = key.bind(&self.space.named(&format!("relation {}", at % 7)));
                    (key, random.usize(..self.objects.len()))
                })
                .collect();
            for (key, object) in &facts {
                bundle.add(&self.objects[*object].clone().turn().bind(key));
            }
            for (key, object) in facts {
                waiting.push((bundle.unbind(&key).turn_back(), object));
                asked += 1;
                if waiting.len() == TOGETHER {
                    right += self.found(&mut waiting);
                }
            }
        }
        right += self.found(&mut waiting);
        right as f64 / asked as f64
    }

    fn found(&self, waiting: &mut Vec<(Probe, usize)>) -> usize {
        let (probes, wanted): (Vec<Probe>, Vec<usize>) = waiting.drain(..).unzip();
        let found = self.cleanup.nearest(&probes, 1).into_iter().zip(wanted);
        found.filter(|(found, wanted)| found[0].row == *wanted).count()
    }
}
