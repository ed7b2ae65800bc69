//! Finding the lowest point of a smooth function: L-BFGS.

const MEMORY: usize = 12;
const STEPS: usize = 250;

/// `function` tells its value at a point, and its slope there.
pub(crate) fn minimise(
    start: Vec<f64>,
    mut function: impl FnMut(&[f64], &mut [f64]) -> f64,
) -> Vec<f64> {
    let mut point = start;
    let mut slope = vec![0.0; point.len()];
    let mut value = function(&point, &mut slope);
    let mut moves: Vec<(Vec<f64>, Vec<f64>)> = Vec::new();
    for _ in 0..STEPS {
        let direction = direction(&slope, &moves);
        let descent = dot(&direction, &slope);
        if descent > -1e-12 {
            break;
        }
        let mut length = if moves.is_empty() { 1.0 / norm(&slope).max(1.0) } else { 1.0 };
        let mut next_slope = vec![0.0; point.len()];
        let (next, next_value) = loop {
            let next: Vec<f64> =
                point.iter().zip(&direction).map(|(at, along)| at + length * along).collect();
            let next_value = function(&next, &mut next_slope);
            if next_value <= value + 1e-4 * length * descent {
                break (next, next_value);
            }
            length /= 2.0;
            if length < 1e-10 {
                return point;
            }
        };
        let moved: Vec<f64> = next.iter().zip(&point).map(|(a, b)| a - b).collect();
        let bent: Vec<f64> = next_slope.iter().zip(&slope).map(|(a, b)| a - b).collect();
        if dot(&moved, &bent) > 1e-12 {
            moves.push((moved, bent));
            if moves.len() > MEMORY {
                moves.remove(0);
            }
        }
        let gained = value - next_value;
        (point, value, slope) = (next, next_value, next_slope);
        if gained < 1e-7 * value.abs() {
            break;
        }
    }
    point
}

/// Downhill, by the curvature that the last moves met.
fn direction(slope: &[f64], moves: &[(Vec<f64>, Vec<f64>)]) -> Vec<f64> {
    let mut direction: Vec<f64> = slope.iter().map(|slope| -slope).collect();
    let mut shares = Vec::new();
    for (moved, bent) in moves.iter().rev() {
        let share = dot(moved, &direction) / dot(moved, bent);
        add(&mut direction, -share, bent);
        shares.push(share);
    }
    if let Some((moved, bent)) = moves.last() {
        let scale = dot(moved, bent) / dot(bent, bent);
        direction.iter_mut().for_each(|part| *part *= scale);
    }
    for ((moved, bent), share) in moves.iter().zip(shares.iter().rev()) {
        let back = dot(bent, &direction) / dot(moved, bent);
        add(&mut direction, share - back, moved);
    }
    direction
}

fn add(to: &mut [f64], times: f64, what: &[f64]) {
    to.iter_mut().zip(what).for_each(|(to, what)| *to += times * what);
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn norm(a: &[f64]) -> f64 {
    dot(a, a).sqrt()
}

#[cfg(test)]
mod tests {
    use super::minimise;

    #[test]
    fn a_narrow_valley_is_followed() {
        let found = minimise(vec![-1.2, 1.0], |at, slope| {
            let (x, y) = (at[0], at[1]);
            slope[0] = -2.0 * (1.0 - x) - 400.0 * x * (y - x * x);
            slope[1] = 200.0 * (y - x * x);
            (1.0 - x).powi(2) + 100.0 * (y - x * x).powi(2)
        });
        assert!((found[0] - 1.0).abs() < 1e-2 && (found[1] - 1.0).abs() < 1e-2, "{found:?}");
    }
}
