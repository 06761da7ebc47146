package io.keelson.cluster.internal.jgroups;

import io.keelson.kernel.config.DomainKey;
import io.keelson.kernel.spi.membership.ClusterMember;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jgroups.Message;
import org.jgroups.auth.AuthToken;

/**
 * Token that a server shows to join: its domain, its cluster, and a proof that it knows the domain's key, for this run
 * of it only. The key itself is not sent. Whoever can read the wire could show a token again, but for the same run
 * only; off loopback TLS keeps the wire from being read.
 *
 * <p>JGroups makes an empty one when it reads; that one is held against the server's own by {@link #refusal}.
 */
public final class DomainToken extends AuthToken {
    private static final int VERSION = 1;
    private static final int NONCE = 16;
    private static final int MAC = 32;

    private String domain = "";
    private String cluster = "";
    private byte[] nonce = new byte[NONCE];
    private byte[] proof = new byte[MAC];
    private byte[] key = {};

    /** For reading. */
    public DomainToken() {}

    /** The token of this run of a server. */
    static DomainToken of(String domain, String cluster, ClusterMember self, DomainKey domainKey) {
        DomainToken token = new DomainToken();
        token.domain = domain;
        token.cluster = cluster;
        token.key = domainKey.derived("cluster admission");
        new SecureRandom().nextBytes(token.nonce);
        token.proof = token.proofOf(self, token.nonce);
        return token;
    }

    /**
     * Returns the reason why a member that shows {@code shown} may not join; empty text where it may.
     *
     * @param sender who shows it
     */
    String refusal(AuthToken shown, ClusterMember sender) {
        if (!(shown instanceof DomainToken other)) {
            return "it shows no token of a Keelson domain";
        }
        if (!other.domain.equals(domain)) {
            return "it belongs to the domain '" + other.domain + "' and this is the domain '" + domain + "'";
        }
        if (!other.cluster.equals(cluster)) {
            return "it belongs to the cluster '" + other.cluster + "' and this is the cluster '" + cluster + "'";
        }
        return MessageDigest.isEqual(other.proof, proofOf(sender, other.nonce))
                ? ""
                : "its domain key is not this domain's (security/domain-key)";
    }

    private byte[] proofOf(ClusterMember member, byte[] salt) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            DataOutputStream out = new DataOutputStream(bytes);
            out.writeUTF(domain);
            out.writeUTF(cluster);
            out.writeUTF(member.server());
            out.writeUTF(member.run());
            out.write(salt);
            return mac.doFinal(bytes.toByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException("written to memory", e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HmacSHA256", e);
        }
    }

    @Override
    public String getName() {
        return DomainToken.class.getName();
    }

    @Override
    public int size() {
        // One byte more than nothing for each part; names are ASCII (a domain's and a cluster's name are).
        return 1 + 2 + domain.length() + 2 + cluster.length() + NONCE + MAC;
    }

    /** Not asked by {@link Admission}, which wants to know why not. */
    @Override
    public boolean authenticate(AuthToken token, Message message) {
        return Addresses.member(message.getSrc())
                .map(sender -> refusal(token, sender).isEmpty())
                .orElse(false);
    }

    @Override
    public void writeTo(DataOutput out) throws IOException {
        out.writeByte(VERSION);
        out.writeUTF(domain);
        out.writeUTF(cluster);
        out.write(nonce);
        out.write(proof);
    }

    @Override
    public void readFrom(DataInput in) throws IOException {
        int version = in.readByte();
        if (version != VERSION) {
            throw new IOException("a token of version " + version + ", which this server does not know");
        }
        domain = in.readUTF();
        cluster = in.readUTF();
        in.readFully(nonce);
        in.readFully(proof);
    }

    /** Shows no part of the proof. */
    @Override
    public String toString() {
        return "token of " + domain + '/' + cluster;
    }
}
