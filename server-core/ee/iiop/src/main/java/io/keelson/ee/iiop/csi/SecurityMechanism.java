package io.keelson.ee.iiop.csi;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * One way in which an object can be called securely, as its reference says. Arrays are not copied and must not be changed.
 *
 * @param tls host and port of each address for TLS; empty where the transport is the one in the clear
 * @param tlsRequires the protection that the transport must give
 * @param certificates true if clients may show a certificate in the handshake
 * @param requiresCertificate true if they have to
 * @param passwords true if GSSUP is taken
 * @param requiresUser true if nobody may call without a password
 * @param realm the exported name of the realm for GSSUP; empty where it is not taken
 * @param asserts true if identities may be asserted
 *
 * <p>Specification: CORBA 3.3, Part 2, 10.5 Tagged Components.
 */
public record SecurityMechanism(
        List<Address> tls,
        int tlsRequires,
        boolean certificates,
        boolean requiresCertificate,
        boolean passwords,
        boolean requiresUser,
        byte[] realm,
        boolean asserts) {
    /** The tag of the component with the list of mechanisms. */
    public static final int TAG = 33;

    /** Integrity and confidentiality. */
    public static final int PROTECTED = 2 | 4;

    private static final int TAG_NULL = 34;
    private static final int TAG_TLS = 36;
    private static final int TRUST_IN_TARGET = 32;
    private static final int TRUST_IN_CLIENT = 64;
    private static final int IDENTITY_ASSERTION = 1024;

    private static final int ASSERTED =
            SasMessage.ANONYMOUS | SasMessage.PRINCIPAL_NAME | SasMessage.CERTIFICATES | SasMessage.DISTINGUISHED_NAME;

    public SecurityMechanism {
        tls = List.copyOf(tls);
    }

    /** A host with a port. */
    public record Address(String host, int port) {}

    /** Returns the content of the component with some mechanisms, the one to be preferred first. Contexts are kept. */
    public static byte[] encode(List<SecurityMechanism> mechanisms) {
        CdrWriter out = new CdrWriter().bool(true).int32(mechanisms.size());
        for (SecurityMechanism each : mechanisms) {
            int user = each.requiresUser ? TRUST_IN_CLIENT : 0;
            out.ushort(each.transportRequires() | user);
            each.transport(out);
            out.ushort(each.passwords ? TRUST_IN_CLIENT : 0).ushort(user);
            out.octets(each.passwords ? Gssup.mechanism() : new byte[0]).octets(each.realm);
            out.ushort(each.asserts ? IDENTITY_ASSERTION : 0).ushort(0).int32(0);
            out.int32(each.asserts ? 1 : 0);
            if (each.asserts) {
                out.octets(Gssup.mechanism());
            }
            out.int32(each.asserts ? ASSERTED : SasMessage.ABSENT);
        }
        return out.bytes();
    }

    private int transportRequires() {
        return tlsRequires | (requiresCertificate ? TRUST_IN_CLIENT : 0);
    }

    private void transport(CdrWriter out) {
        if (tls.isEmpty()) {
            out.int32(TAG_NULL).octets(new byte[0]);
            return;
        }
        CdrWriter inner = new CdrWriter()
                .ushort(PROTECTED | TRUST_IN_TARGET | (certificates ? TRUST_IN_CLIENT : 0))
                .ushort(transportRequires())
                .int32(tls.size());
        tls.forEach(address -> inner.string(address.host).ushort(address.port));
        out.int32(TAG_TLS).octets(inner.bytes());
    }

    /**
     * Reads the content of a component. Mechanisms with a transport that is not known are left out.
     *
     * @throws CsiException where it is no such list
     */
    public static List<SecurityMechanism> decode(byte[] component) throws CsiException {
        CdrReader in = new CdrReader(component);
        in.bool();
        List<SecurityMechanism> found = new ArrayList<>();
        for (int i = in.count(40); i > 0; i--) {
            in.ushort();
            int tag = in.int32();
            byte[] transport = in.octets();
            int supports = in.ushort();
            int requires = in.ushort();
            boolean gssup = Arrays.equals(in.octets(), Gssup.mechanism());
            byte[] realm = in.octets();
            boolean asserts = (in.ushort() & IDENTITY_ASSERTION) != 0;
            in.ushort();
            for (int j = in.count(8); j > 0; j--) {
                in.int32();
                in.octets();
            }
            for (int j = in.count(4); j > 0; j--) {
                in.octets();
            }
            in.int32();
            boolean passwords = gssup && (supports & TRUST_IN_CLIENT) != 0;
            boolean user = (requires & TRUST_IN_CLIENT) != 0;
            if (tag == TAG_NULL) {
                found.add(new SecurityMechanism(List.of(), 0, false, false, passwords, user, realm, asserts));
            } else if (tag == TAG_TLS) {
                CdrReader inner = new CdrReader(transport);
                boolean certificates = (inner.ushort() & TRUST_IN_CLIENT) != 0;
                int needs = inner.ushort();
                boolean certificate = (needs & TRUST_IN_CLIENT) != 0;
                List<Address> addresses = new ArrayList<>();
                for (int j = inner.count(7); j > 0; j--) {
                    addresses.add(new Address(inner.string(), inner.ushort()));
                }
                if (!addresses.isEmpty()) {
                    found.add(new SecurityMechanism(
                            addresses,
                            needs & ~TRUST_IN_CLIENT,
                            certificates,
                            certificate,
                            passwords,
                            user,
                            realm,
                            asserts));
                }
            }
        }
        return found;
    }
}
