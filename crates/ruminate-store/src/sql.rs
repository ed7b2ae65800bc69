//! Every statement, in the SQL that SQLite and PostgreSQL share, so that another backend can be held
//! against these pages. Parameters are numbered in the order in which they first appear: to SQLite `$2` is
//! a name, and it would count them so. `CROSS JOIN` keeps the tables in the order they are written in.

macro_rules! statements {
    ($($(#[$doc:meta])* $name:ident = $sql:literal;)*) => {
        $($(#[$doc])* pub(crate) const $name: &str = $sql;)*

        #[cfg(test)]
        pub(super) const ALL: &[(&str, &str)] = &[$((stringify!($name), $name)),*];
    };
}

mod attention;
mod knowledge;
mod runs;
mod tools;

pub(crate) use attention::*;
pub(crate) use knowledge::*;
pub(crate) use runs::*;
pub(crate) use tools::*;

#[cfg(test)]
pub(crate) fn all() -> impl Iterator<Item = &'static (&'static str, &'static str)> {
    [attention::ALL, knowledge::ALL, runs::ALL, tools::ALL].into_iter().flatten()
}
