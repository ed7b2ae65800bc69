//! The laws of vectors, and what they are good for.

use proptest::prelude::*;
use ruminate_mind::vectors::{
    Bundle, Cleanup, Concept, FactPages, Names, Phases, Router, Settings, Space, accuracy, capacity,
};

const SPACE: fn() -> Space = || Space::new(256, 7);

fn vector() -> impl Strategy<Value = Phases> {
    "[a-z]{1,6}".prop_map(|name| SPACE().named(&name))
}

/// Facts of a small world, so that concepts meet often.
fn facts() -> impl Strategy<Value = Vec<[String; 3]>> {
    let fact = ("[a-f]", "[r-t]", "[a-f]").prop_map(|(s, r, o)| [s, r, o]);
    prop::collection::vec(fact, 0..40)
}

fn pages() -> FactPages {
    FactPages::new(Settings { space: SPACE(), accuracy: 0.9, concepts: 100 })
}

fn add(pages: &mut FactPages, facts: &[[String; 3]]) -> Vec<[String; 3]> {
    let new = facts.iter().filter(|[s, r, o]| pages.add(s, r, o));
    new.cloned().collect()
}

proptest! {
    #[test]
    fn unbinding_undoes_binding(a in vector(), b in vector()) {
        prop_assert_eq!(&a.clone().bind(&b).unbind(&b), &a);
        prop_assert_eq!(&a.clone().bind(&b).bind(&b.clone().inverse()), &a);
        prop_assert_eq!(&a.clone().turn().turn_back(), &a);
    }

    #[test]
    fn binding_knows_no_order(a in vector(), b in vector(), c in vector()) {
        prop_assert_eq!(a.clone().bind(&b), b.clone().bind(&a));
        prop_assert_eq!(a.clone().bind(&b).bind(&c), a.bind(&b.bind(&c)));
    }

    #[test]
    fn binding_keeps_likeness(a in vector(), b in vector(), c in vector()) {
        let before = a.similarity(&b);
        prop_assert_eq!(before, a.bind(&c).similarity(&b.bind(&c)));
    }

    #[test]
    fn removing_undoes_adding_in_any_order(
        kept in prop::collection::vec(vector(), 0..20),
        (gone, shuffled) in prop::collection::vec(vector(), 0..20)
            .prop_flat_map(|gone| (Just(gone.clone()), Just(gone).prop_shuffle())),
    ) {
        let mut bundle = Bundle::new(256);
        kept.iter().for_each(|vector| bundle.add(vector));
        let before = bundle.clone();
        gone.iter().for_each(|vector| bundle.add(vector));
        shuffled.iter().for_each(|vector| bundle.remove(vector));
        prop_assert_eq!(before, bundle);
    }

    #[test]
    fn a_fact_that_is_taken_out_leaves_no_trace(
        kept in facts(),
        (gone, order) in facts().prop_flat_map(|gone| {
            let order: Vec<usize> = (0..gone.len()).collect();
            (Just(gone), Just(order).prop_shuffle())
        }),
    ) {
        let mut pages = pages();
        add(&mut pages, &kept);
        let before = pages.clone();
        let added = add(&mut pages, &gone);
        for at in order {
            if let Some([s, r, o]) = added.get(at) {
                prop_assert!(pages.remove(s, r, o));
                prop_assert!(!pages.remove(s, r, o), "it is gone");
            }
        }
        prop_assert_eq!(before.pages(), pages.pages());
        prop_assert_eq!(before.len(), pages.len());
        prop_assert_eq!(before.concepts(), pages.concepts());
        for subject in ["a", "b", "c"] {
            prop_assert_eq!(before.objects(subject, "r", 3), pages.objects(subject, "r", 3));
        }
    }

    #[test]
    fn pages_are_never_overloaded(all in facts()) {
        let mut pages = pages();
        add(&mut pages, &all);
        prop_assert!(pages.pages().iter().all(|page| (1..=pages.most_load()).contains(&page.load())));
        let held: usize = pages.pages().iter().map(Bundle::load).sum();
        prop_assert_eq!(held, pages.len());
    }

    #[test]
    fn more_load_and_more_rivals_never_help(
        n in 1..40_usize, load in 1..900_usize, known in 2..100_000_usize, wanted in 0.05..0.999_f64,
    ) {
        let n = n * 64;
        let here = accuracy(n, load, known);
        prop_assert!((0.0..=1.0).contains(&here));
        prop_assert!(accuracy(n, load + 1, known) <= here + 1e-9);
        prop_assert!(accuracy(n, load, known + 1) <= here + 1e-9);
        prop_assert!(accuracy(n + 64, load, known) >= here - 1e-9);
        let most = capacity(n, known, wanted);
        prop_assert!(most == 1 || accuracy(n, most, known) >= wanted);
        prop_assert!(capacity(n + 64, known, wanted) >= most);
    }

    #[test]
    fn the_nearest_are_those_of_a_plain_look(
        all in prop::collection::vec(vector(), 1..60), gone in 0..60_usize, k in 0..8_usize,
    ) {
        let mut cleanup = Cleanup::new(256);
        let mut all = all;
        all.iter().for_each(|vector| cleanup.push(vector));
        if gone < all.len() {
            cleanup.swap_remove(gone);
            all.swap_remove(gone);
        }
        let mut bundle = Bundle::new(256);
        all.iter().take(5).for_each(|vector| bundle.add(vector));
        let mut plain: Vec<f32> = all.iter().map(|vector| bundle.similarity(vector)).collect();
        plain.sort_by(|a, b| b.total_cmp(a));
        let probe = bundle.probe();
        for found in cleanup.nearest(&[probe.clone(), probe], k) {
            prop_assert_eq!(found.len(), k.min(all.len()));
            for (found, plain) in found.iter().zip(&plain) {
                prop_assert!((found.score - plain).abs() < 0.01, "{} {}", found.score, plain);
            }
        }
    }
}

/// Rows of 8 KiB lie in several blocks, of which the last is not full.
#[test]
fn every_row_of_every_block_is_found() {
    let space = Space::new(4_096, 0);
    let mut all: Vec<Phases> = (0..53).map(|at| space.named(&format!("row {at}"))).collect();
    let mut cleanup = Cleanup::new(4_096);
    all.iter().for_each(|vector| cleanup.push(vector));
    for gone in [52, 20, 0, 47] {
        cleanup.swap_remove(gone);
        all.swap_remove(gone);
    }
    cleanup.swap_remove(all.len());
    assert_eq!(cleanup.len(), all.len());
    for (at, vector) in all.iter().enumerate() {
        let mut bundle = Bundle::new(4_096);
        bundle.add(vector);
        let found = &cleanup.nearest(&[bundle.probe()], all.len())[0];
        assert_eq!((found[0].row, found.len()), (at, all.len()));
        assert!((found[0].score - 1.0).abs() < 0.01 && found[1].score < 0.1, "{found:?}");
    }
}

#[test]
fn unlike_names_have_unlike_vectors() {
    let space = Space::new(1_024, 0);
    let (oslo, bergen) = (space.named("Oslo"), space.named("Bergen"));
    assert!((oslo.similarity(&oslo) - 1.0).abs() < 0.001);
    assert!(oslo.similarity(&bergen).abs() < 0.1);
    assert!(oslo.similarity(&oslo.clone().turn()).abs() < 0.1);
    assert!(oslo.similarity(&Space::new(1_024, 1).named("Oslo")).abs() < 0.1);
    assert_eq!(oslo, space.vector(Concept::named("ÓSLO")));
}

fn world() -> FactPages {
    let mut facts = FactPages::new(Settings::default());
    for [subject, relation, object] in [
        ["Oslo", "capital of", "Norway"],
        ["Paris", "capital of", "France"],
        ["Rome", "capital of", "Italy"],
        ["Norway", "borders", "Sweden"],
        ["France", "borders", "Italy"],
        ["Paris", "lies on", "Seine"],
        ["Rome", "lies on", "Tiber"],
        ["Ada", "daughter of", "Byron"],
        ["Italy", "sells to", "Norway"],
    ] {
        facts.add(subject, relation, object);
    }
    facts
}

#[test]
fn facts_answer_for_each_of_their_parts() {
    let facts = world();
    let first = |found: Vec<ruminate_mind::vectors::Recalled>| found[0].name.clone();
    assert_eq!(first(facts.objects("oslo", "capital of", 1)), "Norway");
    assert_eq!(first(facts.subjects("lies on", "Tiber", 1)), "Rome");
    assert_eq!(first(facts.relations("Ada", "Byron", 1)), "daughter of");
    assert_eq!(first(facts.relations("France", "Italy", 1)), "borders");
    let wrong_way = facts.relations("Italy", "France", 1);
    assert!(wrong_way[0].certainty < 0.1, "{wrong_way:?}");
    assert!(facts.objects("Atlantis", "capital of", 1).is_empty());
}

#[test]
fn an_analogy_says_how_it_came_about() {
    let facts = world();
    let found = facts.analogy("Oslo", "Norway", "Paris", 3);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].certainty > 0.9);
    assert_eq!(
        found[0].to_string(),
        "Oslo is to Norway as Paris is to France: “Oslo capital of Norway” (by vectors, 100 % sure)"
    );
    let back = facts.analogy("Norway", "Oslo", "Italy", 3);
    assert_eq!((back[0].answer.as_str(), back[0].reversed), ("Rome", true));
    assert!(facts.analogy("Oslo", "Byron", "Paris", 3).is_empty(), "nothing joins them");
}

#[test]
fn misspelled_names_are_found() {
    let mut names = Names::new(Space::default());
    for name in ["Krilanovich", "Kirlian photography", "Milanović", "Novosibirsk", "Ivan Krylov"] {
        assert!(names.add(name));
        assert!(!names.add(name));
    }
    assert_eq!(names.nearest("Krilanovitch", 1)[0].name, "Krilanovich");
    assert!((names.nearest("krilanovich", 1)[0].score - 1.0).abs() < 0.01);
    assert!(names.remove("Krilanovich"));
    assert_eq!(names.nearest("Milanovich", 1)[0].name, "Milanović");
    assert_eq!(names.nearest("Krylov Ivan", 1)[0].name, "Ivan Krylov");
}

#[test]
fn silos_are_found_by_misspelled_names() {
    let mut router = Router::new(Space::default());
    for (silo, concept) in [
        ("rivers", "Mississippi"),
        ("rivers", "Danube"),
        ("cities", "Minneapolis"),
        ("cities", "Vienna"),
        ("people", "Mozart"),
    ] {
        assert!(router.add(silo, concept));
    }
    assert_eq!(router.route(&["vienna"])[0].silo, "cities");
    assert_eq!(router.route(&["Missisippi"])[0].silo, "rivers");
    assert_eq!(router.route(&["Vienna", "Mozzart", "mozart"])[0].silo, "people");
    assert!(router.remove("people", "Mozart"));
    assert!(router.route(&["Mozart"]).iter().all(|routed| routed.silo != "people"));
}
