package io.keelson.remoting.internal.auth;

import java.io.ByteArrayOutputStream;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Locale;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * Binding of a login to the TLS connection that it is made on, so that nobody in between can pass it on. It is {@code tls-server-end-point}
 * (RFC 5929, 4), the hash of the server's certificate. The exporter of TLS 1.3 (RFC 9266) cannot be had from JDK 17.
 *
 * @param type the name of the binding
 * @param data its bytes
 */
public record ChannelBinding(String type, byte[] data) {
    private static final String END_POINT = "tls-server-end-point";
    private static final String BOTH_ENDS = "keelson-both-ends";
    private static final byte[] MAPPED = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1};

    /** The binding as a client sees it; null where the certificate has none. */
    public static @Nullable ChannelBinding ofClient(SSLSession session) {
        try {
            return of(session.getPeerCertificates());
        } catch (SSLPeerUnverifiedException e) {
            return null;
        }
    }

    /** The binding as a server sees it; null where its certificate has none. */
    public static @Nullable ChannelBinding ofServer(SSLSession session) {
        return of(session.getLocalCertificates());
    }

    /**
     * The binding to a connection in the clear within this machine: addresses and ports of both ends, which no other connection
     * has at the time. Who passes a login on from one connection to another cannot have both.
     */
    public static ChannelBinding ofEnds(InetSocketAddress client, InetSocketAddress server) {
        ByteArrayOutputStream data = new ByteArrayOutputStream();
        for (InetSocketAddress end : new InetSocketAddress[] {client, server}) {
            byte[] address = plain(end.getAddress().getAddress());
            data.write(address.length);
            data.write(address, 0, address.length);
            data.write(end.getPort() >> 8);
            data.write(end.getPort());
        }
        return new ChannelBinding(BOTH_ENDS, data.toByteArray());
    }

    /** An address of IPv4 as such, also where a socket of IPv6 shows it. */
    private static byte[] plain(byte[] address) {
        boolean mapped = address.length == 16 && Arrays.equals(address, 0, MAPPED.length, MAPPED, 0, MAPPED.length);
        return mapped ? Arrays.copyOfRange(address, MAPPED.length, address.length) : address;
    }

    private static @Nullable ChannelBinding of(Certificate @Nullable [] chain) {
        if (chain == null || chain.length == 0 || !(chain[0] instanceof X509Certificate certificate)) {
            return null;
        }
        String hash = hash(certificate.getSigAlgName());
        if (hash == null) {
            return null;
        }
        try {
            return new ChannelBinding(END_POINT, MessageDigest.getInstance(hash).digest(certificate.getEncoded()));
        } catch (GeneralSecurityException e) {
            return null;
        }
    }

    /** The hash of the certificate's signature; SHA-256 in the place of MD5 and SHA-1; null where it has none of its own. */
    private static @Nullable String hash(String signature) {
        int with = signature.toUpperCase(Locale.ROOT).indexOf("WITH");
        if (with <= 0) {
            return null;
        }
        String hash = signature.substring(0, with).toUpperCase(Locale.ROOT);
        return switch (hash) {
            case "MD5", "SHA1", "SHA256" -> "SHA-256";
            case "SHA224" -> "SHA-224";
            case "SHA384" -> "SHA-384";
            case "SHA512" -> "SHA-512";
            default -> null;
        };
    }
}
