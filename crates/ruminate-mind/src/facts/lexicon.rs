//! Words that tell what a sentence's other words are: the closed classes of English, and the verbs whose present
//! looks like a noun. What is not here is taken by its ending, or for a noun; no list of relations is kept.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

/// What a word can be. A word can be several things.
pub(super) type Class = u64;

pub(super) const DETERMINER: Class = 1;
pub(super) const POSSESSIVE: Class = 1 << 1;
pub(super) const PRONOUN: Class = 1 << 2;
pub(super) const PREPOSITION: Class = 1 << 3;
pub(super) const BE: Class = 1 << 4;
pub(super) const HAVE: Class = 1 << 5;
pub(super) const DO: Class = 1 << 6;
pub(super) const MODAL: Class = 1 << 7;
pub(super) const CONJUNCTION: Class = 1 << 8;
/// Begins a clause within a clause.
pub(super) const LINK: Class = 1 << 9;
pub(super) const ADVERB: Class = 1 << 10;
pub(super) const NEGATION: Class = 1 << 11;
/// Says that what follows is not asserted.
pub(super) const DOUBT: Class = 1 << 12;
pub(super) const MONTH: Class = 1 << 13;
/// A verb in its base form, which no ending tells.
pub(super) const VERB: Class = 1 << 14;
/// A verb whose base form, or that with an s, is as often a noun.
pub(super) const NOUN_TOO: Class = 1 << 15;
/// Ends in "ed", "ing" or the like and is no form of a verb.
pub(super) const NO_VERB: Class = 1 << 16;
/// A word for a person.
pub(super) const PERSON: Class = 1 << 17;
/// A word for a thing that is called by a name after it: "the film Ronin".
pub(super) const NAMED: Class = 1 << 18;
/// A noun that looks like an adjective by its ending.
pub(super) const NOUN: Class = 1 << 19;
/// Stands after a verb and is part of it: "came out".
pub(super) const PARTICLE: Class = 1 << 20;
/// Does not tell a name from what it is called by, nor ends a noun phrase: "new", "own".
pub(super) const ADJECTIVE: Class = 1 << 21;
/// A verb that says little, or needs two objects, or a clause.
pub(super) const LIGHT: Class = 1 << 22;
/// A verb without an object, so that its participle is no passive.
pub(super) const INTRANSITIVE: Class = 1 << 23;
/// A word for a part of the whole, with "of": "a number of".
pub(super) const AMOUNT: Class = 1 << 24;

/// A person by their family.
pub(super) const KIN: Class = 1 << 25;
/// A preposition that begins a circumstance, and not what a verb is about.
pub(super) const CIRCUMSTANCE: Class = 1 << 26;
/// A stretch of time.
pub(super) const SPAN: Class = 1 << 27;
/// A number in words.
pub(super) const COUNT: Class = 1 << 28;
/// Means nothing outside of its text: "the other".
pub(super) const VAGUE: Class = 1 << 29;
/// What several people or things can be the same of: "son of Ann and Bob".
pub(super) const SHARED: Class = 1 << 30;

/// Does not change what a noun with "of" means: "eldest son of".
pub(super) const LOOSE: Class = 1 << 31;

/// After a common noun, goes on telling which one is meant.
pub(super) const TELLS_MORE: Class = 1 << 32;
/// A participle that is an adjective before a noun: "has mixed reviews".
pub(super) const MIXED: Class = 1 << 36;
/// A past that is no participle, and so stands before no noun.
pub(super) const PAST_ONLY: Class = 1 << 37;
pub(super) const WEEKDAY: Class = 1 << 33;
/// Said of somebody for something: "renowned for".
pub(super) const PRAISE: Class = 1 << 35;
/// An office or a body with several fields: "Department of Wildlife and Parks".
pub(super) const BODY: Class = 1 << 34;

/// The last word of names that are of no person: "Bergen Line".
pub(super) const THING: Class = 1 << 38;

const WORDS: &[(Class, &str)] = &[
    (
        THING,
        "line lines farm company corporation inc ltd bank hospital hall street road avenue square park church team service \
        services press league party records pictures studios entertainment airlines railway railroad airport island \
        islands mountain mountains valley bridge tower castle garden gardens union foundation army navy bay beach hill \
        hills creek forest sea ocean cup prize award awards festival war battle act law language empire kingdom republic \
        region area coast project system systems network cluster database server pipeline meadow archive archives \
        library list plan notes meeting sync review report house building station conference week day world states \
        times post news guild department squad pipeline queue",
    ),
    (
        PAST_ONLY,
        "gave took wrote went came saw began became ran sang drew grew knew threw drove rode rose spoke broke chose \
        wore ate fell flew did swam drank shook forgot stole swore tore wove withdrew underwent undertook overcame",
    ),
    (
        PRAISE,
        "renowned famous notable noted known available responsible similar popular famed free independent recognized best acclaimed",
    ),
    (MIXED, "mixed limited varied detailed advanced related united"),
    (
        TELLS_MORE,
        "that which who whom whose where of to as than when on into per he she they it we such like including",
    ),
    (
        BODY,
        "department ministry minister institute school college board academy faculty office bureau committee council \
        secretary museum society house agency center centre university journal master bachelor commission",
    ),
    (WEEKDAY, "monday tuesday wednesday thursday friday saturday sunday"),
    (
        LOOSE,
        "eldest elder younger youngest oldest first second third fourth fifth sixth seventh eighth ninth tenth \
        eleventh twelfth thirteenth fourteenth fifteenth only current incumbent founding longtime long-time new famous \
        prominent notable",
    ),
    (
        KIN,
        "brother sister father mother son daughter wife husband cousin uncle aunt nephew niece grandson widow child \
        granddaughter grandfather grandmother stepson stepfather stepmother half-brother half-sister",
    ),
    (
        CIRCUMSTANCE,
        "as after before since until till during despite without due than like unlike except besides \
        including according per amid within",
    ),
    (
        SPAN,
        "year years month months week weeks day days hour hours minute minutes decade decades time times season \
        seasons while moment period occasion occasions",
    ),
    (
        COUNT,
        "one two three four five six seven eight nine ten eleven twelve twenty thirty hundred several numerous",
    ),
    (
        VAGUE,
        "same other others latter following similar different certain above next previous such another",
    ),
    (
        SHARED,
        "son daughter child brother sister father mother parent member founder co-founder author co-author editor \
        grandson granddaughter nephew niece cousin uncle aunt friend student creator resident native alumnus \
        graduate half-brother half-sister grandfather grandmother stepson capital",
    ),
    (
        DETERMINER,
        "a an the this these those some any each every several many few both all another no such most more less fewer",
    ),
    (POSSESSIVE, "his her its their my our your whose"),
    (
        PRONOUN,
        "he she it they we you i him them us me himself herself itself themselves who whom which that what \
        there one someone anyone everyone nobody somebody anybody everybody nothing something others this these those her another each both none",
    ),
    (
        PREPOSITION,
        "of in on at by for from with to as about into onto through during after before between against \
        under over near along among amongst within without towards toward since until till via per like unlike \
        including throughout across around behind beside besides below beneath beyond despite except inside outside \
        off upon aboard alongside above amid opposite than due according",
    ),
    (BE, "is was are were be been being am"),
    (HAVE, "has have had having"),
    (DO, "do does did done doing"),
    (MODAL, "will would can could may might must shall should cannot ought"),
    (CONJUNCTION, "and or but nor yet &"),
    (
        LINK,
        "because although though while when where if unless whereas that which who whom whose whether how why as \
        since until after before so once whereby wherein than",
    ),
    (
        ADVERB,
        "also later then now often always soon still just only even again once twice together however \
        therefore thus hence too very quite rather almost mostly well ago away back here there today first last best \
        ever jointly yet already afterwards afterward thereafter meanwhile instead perhaps maybe sometimes \
        nevertheless moreover furthermore otherwise elsewhere indeed else more most less least not never alone sometime",
    ),
    (NEGATION, "not never no neither nor n't cannot without hardly barely"),
    (
        DOUBT,
        "if unless whether would could may might should can shall must will ought allegedly reportedly supposedly \
        purportedly possibly probably perhaps maybe presumably apparently potentially likely unlikely claimed claims \
        claim alleged rumored rumoured speculated believed thought considered supposed suggested suggests suggest \
        assumed hypothesized hypothesised hypothetical fictional fictitious attempted tried planned intended scheduled expected \
        proposed seemingly seems seem seemed nearly almost hoped wanted hopes wants aims aimed plans failed \
        refused cannot legend according said says disputed argued argues estimated ought either usually generally typically normally sometimes occasionally rarely seldom mostly predominantly mainly largely",
    ),
    (
        MONTH,
        "january february march april may june july august september october november december jan feb mar apr \
        jun jul aug sep sept oct nov dec",
    ),
    (
        VERB,
        "accept achieve acquire act add administer adopt affect aim allow announce appear appoint approve arise \
        attack attend attract avoid base bear beat become begin believe belong border break bring build buy call \
        carry cause celebrate change choose claim collect combine come command compete compile compose comprise \
        concern conduct connect consist constitute contain continue contribute control convert cost cover create \
        cross cultivate cut deal decrease define deliver denote depend depict derive describe design destroy \
        determine develop differ direct discover display divide drain drive earn eat educate emphasize employ enable \
        encompass encourage end engage enter establish exceed exist expand explain explore export express extend \
        face fall feature fight fill find fly focus follow force form function fund gain generate get give go govern \
        grant grow handle happen hate head help hold honor host house identify illustrate implement imply import \
        improve include incorporate increase indicate influence inhabit integrate introduce invent investigate \
        involve issue join keep kill know lack launch lead learn leave lie like limit link list live lose love \
        maintain make manage manufacture mark market mean measure meet merge mix move name need number observe obtain \
        occupy occur offer open operate oppose order organize originate oversee own participate pass pay perform place \
        plan play possess practice precede prefer prepare present preserve prevent process produce prohibit promote \
        propose protect prove provide publish purchase raise range reach read receive recognize record reduce refer \
        reflect regard regulate reject relate release rely remain remove repeat replace report represent require \
        research resemble reside respond result retain return reveal rise rule run say seek sell send separate serve \
        settle share show sign situate sing solve span speak specialize spend sponsor spread stand star start state \
        stay stem stop store stretch strike study suffer suggest supply support surround take target teach tell \
        think threaten tour trace trade train transmit transport travel treat trigger turn undergo understand unite \
        use utilize vary visit walk want warn watch wear win work write yield assign broadcast simulcast air stage \
        premiere chronicle revolve portray narrate center centre adjoin overlook flow chair fail \
        inhibit bind encode catalyze regulate digest secrete absorb emit store consume listen supersede approve slow delay block accelerate \
        degrade exhaust overload corrupt flood drop fill saturate delete cache restart crash leak feed attract weaken sow",
    ),
    (
        NOUN_TOO,
        "act aim attack bear border break call cause change claim command concern contact control cost cover \
        cut deal decrease design display drain drive end face fall feature fight fly focus force form function fund \
        gain grant handle head help hold honor host house import increase influence issue join lack launch lead leave \
        lie like limit link list live love mark market mean measure mix move name need number offer open order own \
        pass pay place plan play practice present process purchase raise range reach record release report research \
        result return rise rule run say sell sign span spread stand star start state stay stem stop store stretch \
        strike study suffer supply support target tour trace trade train transport travel trigger turn use visit \
        walk want watch wear win work yield broadcast air stage premiere chronicle center centre chair appeal export \
        base slow delay block leak flood drop cache crash express share average school graduate address",
    ),
    (
        NO_VERB,
        "hundred sacred naked kindred indeed speed need seed breed weed deed bed red wicked rugged beloved \
        crooked ragged bobsled biped moped infrared unlimited talented renowned gifted skilled famed assorted so-called \
        during king ring spring string wing thing something nothing anything everything morning evening building \
        meaning being wedding boxing cycling swimming skiing wrestling racing sing bring cling fling sting swing \
        beijing leading outstanding interesting sibling offspring painting drawing recording engineering \
        including following according concerning regarding excluding ceiling clothing feeling housing living \
        training string writing reading shipping banking mining fishing farming farthing sterling surrounding \
        river number letter lives series means news species headquarters works",
    ),
    (
        PERSON,
        "actor actress author singer writer poet king queen prince princess emperor empress duke duchess count \
        earl baron saint bishop archbishop pope priest monk nun rabbi imam knight admiral general colonel captain \
        major lieutenant sergeant judge lawyer attorney architect chef coach athlete gymnast wrestler boxer player \
        footballer cricketer golfer swimmer racer driver pilot astronaut physician surgeon nurse dentist scientist \
        professor scholar philosopher theologian mathematician astronomer diplomat politician statesman soldier \
        officer president minister governor senator mayor congressman nobleman aristocrat merchant businessman \
        businesswoman entrepreneur industrialist explorer inventor engineer programmer designer model dancer \
        choreographer composer conductor musician rapper drummer guitarist bassist pianist violinist songwriter \
        director producer screenwriter filmmaker cinematographer editor journalist novelist playwright essayist \
        critic historian biographer translator painter sculptor artist photographer illustrator cartoonist comedian \
        broadcaster presenter host activist feminist revolutionary nationalist missionary evangelist pastor preacher \
        brother sister father mother son daughter wife husband cousin uncle aunt nephew niece grandson widow \
        man woman boy girl person child student teacher leader member star personality celebrity jockey umpire \
        referee magician economist chemist physicist biologist botanist zoologist geologist linguist sociologist \
        psychologist anthropologist archaeologist librarian curator collector publisher banker financier trader \
        farmer worker criminal outlaw gangster murderer spy pirate martyr mystic monarch ruler chief warrior samurai \
        skater skier cyclist runner sprinter jumper thrower rower sailor fighter goalkeeper midfielder defender \
        striker forward winger quarterback pitcher catcher infielder outfielder shortstop linebacker cornerback \
        lyricist vocalist instrumentalist organist cellist flautist soprano tenor baritone dj bandleader \
        executive representative lord lady sir dame countess marquess viscount viscountess baronet veteran campaigner \
        noble noblewoman socialite heiress parent trumpeter saxophonist bodybuilder sultan shah caliph vizier pharaoh \
        tsar regent consort chieftain emir sheikh landgrave margrave archduke archduchess marquis baroness abbot \
        abbess cardinal chancellor ambassador commander marshal brigadier commodore philanthropist benefactor reformer \
        performer entertainer impresario",
    ),
    (
        NAMED,
        "film movie album song single novel book poem play musical opera magazine newspaper journal band group \
        duo trio company label studio network channel station series show sitcom episode game city town village \
        river lake county state province district municipality suburb borough ship battleship brand programme \
        program documentary soundtrack character team club franchise publisher website ballad",
    ),
    (
        NOUN,
        "musician politician historian comedian librarian veteran guardian magician physician official general \
        mechanic critic music fabric musical hospital capital festival journal canal cathedral professional \
        individual principal admiral animal metal mineral crystal terminal original academic comic cleric epic \
        topic classic public republic clinic logic traffic archive detective executive native relative \
        representative initiative cooperative dish fish parish electrician technician mathematician theologian \
        civilian pedestrian christian plan clan man woman human organ ocean satan caravan van fan ban pan titan \
        sultan khan orphan slogan span pavilion alien mayor author tribunal memorial trial manual proposal signal \
        approval survival arrival rival funeral cardinal criminal corporal marshal portal mural medal pedal scandal \
        vandal sandal bible table cable vegetable constable quarantine english french spanish polish finnish \
        swedish turkish danish irish welsh jewish chinese japanese statistic mystic panic plastic arctic attic \
        basic lyric rhetoric characteristic graphic ethic tactic mosaic olympic italic arabic cubic incentive \
        objective perspective alternative narrative motive collective adjective captive fugitive operative \
        preservative sedative derivative directive locomotive olive five dive hive drive archaeologist \
        territorial tutorial material serial aerial cereal bicentennial centennial quadrennial biennial potential \
        credential referral rehearsal reversal appraisal dismissal interval carnival revival monorail \
        american african european indian russian german italian iranian canadian australian",
    ),
    (PARTICLE, "out up off down over away back forward"),
    (
        ADJECTIVE,
        "new old young former late early own other more main major minor big small large great good many few \
        first second third fourth fifth sixth seventh eighth ninth tenth last next same different only various \
        high low long short full whole single double early upper lower northern southern eastern western central \
        male female dead alive famous popular free common rare notable known born independent available \
        north south east west top bottom best worst",
    ),
    (
        LIGHT,
        "make take have do get give keep let put see say tell ask want try think know mean call consider \
        name elect appoint find help go set show allow enable force cause believe claim suggest announce declare \
        feel need like prefer continue begin start stop turn bring leave become seem appear remain rename dub title nickname entitle deem crown proclaim label award \
        grant send lend order invite persuade convince urge prove render state note report argue explain reveal indicate observe confirm",
    ),
    (
        INTRANSITIVE,
        "live move die work serve study graduate go come return emigrate immigrate reside migrate retire \
        appear compete arrive settle travel participate belong exist rise fall",
    ),
    (
        AMOUNT,
        "number variety series group range majority part lot couple pair set total member kind type form sort \
        collection list piece",
    ),
];

static CLASSES: LazyLock<FxHashMap<&str, Class>> = LazyLock::new(|| {
    let mut classes = FxHashMap::default();
    for (class, words) in WORDS {
        for word in words.split_whitespace() {
            *classes.entry(word).or_default() |= class;
        }
    }
    classes
});

/// What a word in small letters can be, as far as it is known.
pub(super) fn classes(word: &str) -> Class {
    CLASSES.get(word).copied().unwrap_or_default()
}

/// Whether a list of words, divided by spaces, has a word.
pub(super) fn has(words: &str, word: &str) -> bool {
    words.split_whitespace().any(|one| one == word)
}

/// Whether a noun names a person by what they do.
pub(crate) fn is_person(noun: &str) -> bool {
    classes(noun) & PERSON != 0
        || ["ist", "ician", "woman", "man", "ologist", "writer", "maker", "player"]
            .iter()
            .any(|ending| noun.len() > ending.len() + 1 && noun.ends_with(ending))
}

/// Whether a word is the name of a program, as whoever runs it writes it: "search-service".
pub(super) fn is_program(word: &str) -> bool {
    const LAST: &str = "service api worker engine gateway server proxy relay hub queue store job cache db sync portal planner         printer index scheduler exporter cluster bot cli";
    word.rsplit_once('-').is_some_and(|(_, last)| has(LAST, last))
}

/// Whether a noun stands before the name of what it is: "the film Ronin".
pub(crate) fn is_called_by_name(noun: &str) -> bool {
    classes(noun) & NAMED != 0
}

/// Whether a noun may name a person, by its ending too: more is taken for one than by [`is_person`].
pub(super) fn is_doer(noun: &str) -> bool {
    const THINGS: &[&str] = &[
        "soccer",
        "computer",
        "theater",
        "newspaper",
        "paper",
        "power",
        "water",
        "number",
        "river",
        "character",
        "chapter",
        "motor",
        "tower",
        "weather",
        "order",
        "center",
        "border",
        "quarter",
        "cruiser",
        "destroyer",
        "steamer",
        "carrier",
    ];
    is_person(noun)
        || ["er", "or", "ian", "eer", "ee"]
            .iter()
            .any(|ending| noun.len() > 4 && noun.ends_with(ending))
            && !THINGS.contains(&noun)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::inflection::verb;

    #[test]
    fn every_verb_is_its_own_base() {
        let is_verb = |word: &str| classes(word) & VERB != 0;
        let is_form = |word: &&str| {
            word.strip_suffix('s').is_some_and(is_verb)
                || verb(word).is_some_and(|(_, base)| base != *word)
        };
        let verbs = WORDS.iter().filter(|(class, _)| *class == VERB);
        let others: Vec<_> =
            verbs.flat_map(|(_, words)| words.split(' ')).filter(is_form).collect();
        assert_eq!(others, [""; 0]);
    }
}
