package io.keelson.cluster.internal.seal;

import io.keelson.cluster.internal.seal.ServerCard.Introduced;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;

/**
 * Introduction with which a connection between two servers begins. Each proves to the other that it has the domain's
 * key, for this connection only, and both derive the keys of its frames.
 *
 * <p>The caller sends a hello (names, both addresses, a nonce), the callee answers with a nonce of its own and a proof over all of that,
 * the caller sends its proof. A proof is an HMAC-SHA-256 with a key derived from the domain's. The key is not sent, and what is recorded
 * proves nothing on another connection. What a peer announces is bounded by one byte for each length, so that nothing is allocated beyond
 * what has come.
 */
public final class Introduction {
    /** The longest hello; nothing longer is read of a peer that has proved nothing. */
    public static final int LONGEST = 1_024;

    private static final int MAGIC = 0x4B4C5343; // KLSC
    private static final int VERSION = 1;
    private static final int NONCE = 16;
    private static final int PROOF = 32;
    private static final int WANTS_CODES = 1;

    private static final int WELCOME = 0;
    private static final int OTHER_DOMAIN = 1;
    private static final int OTHER_CLUSTER = 2;
    private static final int OTHER_ADDRESS = 3;

    private static final String OTHER_KEY = "its domain key is not this domain's (security/domain-key)";

    private final ServerCard self;
    private final SecureRandom random;

    /** Introduces this server. */
    public Introduction(ServerCard self, SecureRandom random) {
        this.self = self;
        this.random = random;
    }

    /** A hello as it was read; {@code bytes} are all of it. */
    private record Hello(
            byte[] bytes,
            boolean codes,
            String domain,
            String cluster,
            String server,
            InetSocketAddress address,
            InetSocketAddress callee) {}

    /**
     * Introduces this server to one that it has connected to.
     *
     * @param own where this server listens
     * @param callee where the other one listens
     * @throws StrangerException where the other one is no server of this cluster
     */
    public Introduced call(InetSocketAddress own, InetSocketAddress callee, InputStream from, OutputStream to)
            throws IOException {
        byte[] hello = hello(own, callee);
        to.write(hello);
        to.flush();
        Recorded in = new Recorded(from);
        DataInputStream data = new DataInputStream(in);
        checkMagic(data, "");
        int flags = data.readUnsignedByte();
        int status = data.readUnsignedByte();
        exactly(data, NONCE);
        String domain = name(data);
        String cluster = name(data);
        byte[] reply = in.recorded();
        switch (status) {
            case WELCOME -> {
                // it proves itself next
            }
            case OTHER_DOMAIN ->
                throw new StrangerException(
                        "",
                        "it belongs to the domain '" + shown(domain) + "' and this is the domain '" + self.domain()
                                + "'");
            case OTHER_CLUSTER ->
                throw new StrangerException(
                        "",
                        "it belongs to the cluster '" + shown(cluster) + "' and this is the cluster '" + self.cluster()
                                + "'");
            default ->
                throw new StrangerException("", "it listens at another address than was called (" + status + ")");
        }
        byte[] proof = exactly(data, PROOF);
        // Sent in any case: the other one says that a server with another key has called.
        to.write(self.key().code("caller", hello, reply, proof));
        to.flush();
        if (!MessageDigest.isEqual(proof, self.key().code("callee", hello, reply))) {
            throw new StrangerException("", OTHER_KEY);
        }
        return new Introduced(
                callee,
                self.key().mac("to callee", hello, reply),
                self.key().mac("to caller", hello, reply),
                self.codes() || (flags & WANTS_CODES) != 0);
    }

    /**
     * Answers a server that has connected.
     *
     * @param own where this server listens
     * @throws StrangerException where it is no server of this cluster
     * @throws EOFException where it has left
     */
    public Introduced answer(InetSocketAddress own, InputStream from, OutputStream to) throws IOException {
        Hello hello = read(from);
        int status = status(hello, own);
        byte[] reply = reply(status);
        if (status != WELCOME) {
            to.write(reply);
            to.flush();
            throw refusal(status, hello);
        }
        byte[] proof = self.key().code("callee", hello.bytes(), reply);
        byte[] both = Arrays.copyOf(reply, reply.length + PROOF);
        System.arraycopy(proof, 0, both, reply.length, PROOF);
        to.write(both);
        to.flush();
        byte[] shown = from.readNBytes(PROOF);
        if (shown.length == 0) { // a server that does not wait any longer, as this one has been slow or was stopped
            throw new EOFException(shown(hello.server()) + " has left before it had shown its proof");
        }
        if (!MessageDigest.isEqual(shown, self.key().code("caller", hello.bytes(), reply, proof))) {
            throw new StrangerException(shown(hello.server()), shown.length == PROOF ? OTHER_KEY : "it shows no proof");
        }
        return new Introduced(
                hello.address(),
                self.key().mac("to caller", hello.bytes(), reply),
                self.key().mac("to callee", hello.bytes(), reply),
                self.codes() || hello.codes());
    }

    private int status(Hello hello, InetSocketAddress own) {
        if (!hello.domain().equals(self.domain())) {
            return OTHER_DOMAIN;
        }
        if (!hello.cluster().equals(self.cluster())) {
            return OTHER_CLUSTER;
        }
        return hello.callee().equals(own) && !hello.address().equals(own) ? WELCOME : OTHER_ADDRESS;
    }

    private StrangerException refusal(int status, Hello hello) {
        String why = switch (status) {
            case OTHER_DOMAIN ->
                "it belongs to the domain '" + shown(hello.domain()) + "' and this is the domain '" + self.domain()
                        + "'";
            case OTHER_CLUSTER ->
                "it belongs to the cluster '" + shown(hello.cluster()) + "' and this is the cluster '" + self.cluster()
                        + "'";
            default -> "it has called another address";
        };
        return new StrangerException(shown(hello.server()), why);
    }

    // ---- bytes -----------------------------------------------------------------------------------------------------

    private byte[] hello(InetSocketAddress own, InetSocketAddress callee) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        begin(out);
        out.write(nonce());
        write(out, self.domain());
        write(out, self.cluster());
        write(out, self.server());
        write(out, own);
        write(out, callee);
        return bytes.toByteArray();
    }

    private byte[] reply(int status) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        begin(out);
        out.writeByte(status);
        out.write(nonce());
        write(out, self.domain());
        write(out, self.cluster());
        return bytes.toByteArray();
    }

    private void begin(DataOutputStream out) throws IOException {
        out.writeInt(MAGIC);
        out.writeByte(VERSION);
        out.writeByte(self.codes() ? WANTS_CODES : 0);
    }

    private byte[] nonce() {
        byte[] nonce = new byte[NONCE];
        random.nextBytes(nonce);
        return nonce;
    }

    private static Hello read(InputStream from) throws IOException {
        Recorded in = new Recorded(from);
        DataInputStream data = new DataInputStream(in);
        checkMagic(data, "it does not begin as a server of a Keelson cluster does");
        int flags = data.readUnsignedByte();
        exactly(data, NONCE);
        String domain = name(data);
        String cluster = name(data);
        String server = name(data);
        InetSocketAddress address = address(data);
        InetSocketAddress callee = address(data);
        return new Hello(in.recorded(), (flags & WANTS_CODES) != 0, domain, cluster, server, address, callee);
    }

    private static void checkMagic(DataInputStream data, String why) throws IOException {
        if (data.readInt() != MAGIC) {
            throw new StrangerException("", why.isEmpty() ? "it answers with bytes of another protocol" : why);
        }
        int version = data.readUnsignedByte();
        if (version != VERSION) {
            throw new StrangerException(
                    "", "it speaks version " + version + " of the introduction, and this server " + VERSION);
        }
    }

    private static void write(DataOutputStream out, String name) throws IOException {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > 255) {
            throw new IOException("the name '" + name + "' is too long to be introduced: 255 bytes are the most");
        }
        out.writeByte(bytes.length);
        out.write(bytes);
    }

    private static void write(DataOutputStream out, InetSocketAddress address) throws IOException {
        byte[] bytes = address.getAddress().getAddress();
        out.writeByte(bytes.length);
        out.write(bytes);
        out.writeShort(address.getPort());
    }

    private static String name(DataInputStream data) throws IOException {
        return new String(exactly(data, data.readUnsignedByte()), StandardCharsets.UTF_8);
    }

    /** Returns a name as it may come into the log: what is no letter, digit, dot, hyphen, underscore or blank is a question mark. */
    private static String shown(String name) {
        return name.replaceAll("[^\\p{L}\\p{N}._ -]", "?");
    }

    private static InetSocketAddress address(DataInputStream data) throws IOException {
        int length = data.readUnsignedByte();
        if (length != 4 && length != 16) {
            throw new StrangerException("", "it gives an address of " + length + " bytes");
        }
        InetAddress address = InetAddress.getByAddress(exactly(data, length));
        return new InetSocketAddress(address, data.readUnsignedShort());
    }

    private static byte[] exactly(DataInputStream data, int length) throws IOException {
        byte[] bytes = data.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("the peer ended the connection while it introduced itself");
        }
        return bytes;
    }

    /** Keeps what is read, as a proof is over all of it; refuses what is longer than any introduction. */
    private static final class Recorded extends InputStream {
        private final InputStream from;
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);

        Recorded(InputStream from) {
            this.from = from;
        }

        byte[] recorded() {
            return bytes.toByteArray();
        }

        @Override
        public int read() throws IOException {
            int next = from.read();
            if (next >= 0) {
                bytes.write(next);
            }
            check();
            return next;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            int count = from.read(into, offset, length);
            if (count > 0) {
                bytes.write(into, offset, count);
            }
            check();
            return count;
        }

        private void check() throws IOException {
            if (bytes.size() > LONGEST) {
                throw new StrangerException("", "its introduction is longer than " + LONGEST + " bytes");
            }
        }
    }
}
