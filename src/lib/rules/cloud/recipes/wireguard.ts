import { prelude } from './shell.ts';

/** A WireGuard server that forwards the traffic of its clients, and the configuration of the first one. */
export const wireguard = `${prelude}
packages iptables wireguard-tools

server=$(wg genkey)
client=$(wg genkey)
shared=$(wg genpsk)
echo 'net.ipv4.ip_forward = 1' > /etc/sysctl.d/60-wireguard.conf
sysctl -q -p /etc/sysctl.d/60-wireguard.conf

install -m 600 /dev/null /etc/wireguard/wg0.conf
cat > /etc/wireguard/wg0.conf <<END
[Interface]
Address = 10.66.66.1/24
ListenPort = 51820
PrivateKey = $server
PostUp = iptables -t nat -A POSTROUTING -s 10.66.66.0/24 ! -o %i -j MASQUERADE
PostDown = iptables -t nat -D POSTROUTING -s 10.66.66.0/24 ! -o %i -j MASQUERADE

[Peer]
PublicKey = $(echo "$client" | wg pubkey)
PresharedKey = $shared
AllowedIPs = 10.66.66.2/32
END
systemctl enable --now wg-quick@wg0

install -m 600 /dev/null /root/wireguard-client.conf
cat > /root/wireguard-client.conf <<END
[Interface]
PrivateKey = $client
Address = 10.66.66.2/32

[Peer]
PublicKey = $(echo "$server" | wg pubkey)
PresharedKey = $shared
Endpoint = SERVER-ADDRESS:51820
AllowedIPs = 0.0.0.0/0, ::/0
PersistentKeepalive = 25
END
`;
