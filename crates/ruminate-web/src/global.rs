//! Which addresses belong to the public internet. Everything else is somebody's own network, this machine,
//! or nothing at all: IANA's registries of special-purpose addresses.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

pub(crate) fn is_global(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_global_v4(address),
        IpAddr::V6(address) => is_global_v6(address),
    }
}

fn is_global_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let is_special = match (a, b, c) {
        // "This network", loopback, and all that was never given out, broadcast included.
        (0 | 127, ..) | (240..=255, ..) => true,
        // Private.
        (10, ..) | (172, 16..=31, _) | (192, 168, _) => true,
        // Shared by a carrier's customers.
        (100, 64..=127, _) => true,
        // Link-local; 169.254.169.254 tells a cloud's secrets.
        (169, 254, _) => true,
        // Protocols' own, documentation, the old 6to4 relays, benchmarks.
        (192, 0, 0 | 2) | (198, 51, 100) | (203, 0, 113) | (192, 88, 99) | (198, 18 | 19, _) => {
            true
        }
        // What tells a machine in Azure about itself.
        (168, 63, 129) => true,
        // Multicast.
        (224..=239, ..) => true,
        _ => false,
    };
    !is_special
}

/// Only 2000::/3 was ever given out, and some of it stands for an address of the old kind.
fn is_global_v6(address: Ipv6Addr) -> bool {
    if let Some(inner) = embedded(address) {
        return is_global_v4(inner);
    }
    match address.segments() {
        // Protocols' own (Teredo, ORCHID, benchmarks), documentation.
        [0x2001, 0..=0x1ff, ..] | [0x2001, 0xdb8, ..] | [0x3fff, 0..=0xfff, ..] => false,
        [first, ..] => first & 0xe000 == 0x2000,
    }
}

/// The address that a v6 address only wraps: mapped, NAT64, 6to4.
fn embedded(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let joined = |high: u16, low: u16| Ipv4Addr::from((u32::from(high) << 16) | u32::from(low));
    Some(match address.segments() {
        [0, 0, 0, 0, 0, 0xffff, high, low] => joined(high, low),
        [0x64, 0xff9b, 0, 0, 0, 0, high, low] => joined(high, low),
        [0x2002, high, low, ..] => joined(high, low),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_of_the_internet_is_told_apart() {
        for address in [
            "0.0.0.0",
            "0.1.2.3",
            "10.1.2.3",
            "100.64.0.1",
            "100.100.100.200",
            "127.0.0.1",
            "127.255.0.1",
            "168.63.129.16",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.192",
            "192.0.2.1",
            "192.88.99.1",
            "192.168.0.1",
            "198.18.0.1",
            "198.51.100.7",
            "203.0.113.7",
            "224.0.0.1",
            "239.1.1.1",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::7f00:1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::ffff:0:127.0.0.1",
            "64:ff9b::7f00:1",
            "64:ff9b:1::1",
            "100::1",
            "2001::1",
            "2001:db8::1",
            "2002:7f00:1::",
            "3fff::1",
            "fc00::1",
            "fd00:ec2::254",
            "fe80::1",
            "fec0::1",
            "ff02::1",
            "5f00::1",
        ] {
            assert!(!is_global(address.parse().unwrap()), "{address}");
        }
        for address in [
            "1.1.1.1",
            "9.9.9.9",
            "93.184.216.34",
            "100.63.255.255",
            "100.128.0.1",
            "172.15.0.1",
            "172.32.0.1",
            "192.0.1.1",
            "198.17.0.1",
            "223.255.255.255",
            "2606:4700::1111",
            "2a00:1450:4001::200e",
            "2001:4860:4860::8888",
            "::ffff:1.1.1.1",
            "64:ff9b::101:101",
            "2002:101:101::1",
        ] {
            assert!(is_global(address.parse().unwrap()), "{address}");
        }
    }
}
