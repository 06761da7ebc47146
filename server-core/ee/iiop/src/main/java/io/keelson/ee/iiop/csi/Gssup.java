package io.keelson.ee.iiop.csi;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The mechanism that sends a user's name and password, and the names that it knows.
 *
 * <p>Specification: CORBA 3.3, Part 2, 10.2.4 and 10.9.2 (GSSUP); RFC 2743, 3.1 and 3.2.
 */
public final class Gssup {
    /** Error code that does not say why. */
    public static final int UNSPECIFIED = 1;

    /** Error code for a realm that is not this one. */
    public static final int BAD_TARGET = 4;

    private static final byte[] OID = {6, 6, 0x67, (byte) 0x81, 2, 1, 1, 1};

    private Gssup() {}

    /**
     * User and password as a client sends them.
     *
     * @param user without its realm
     * @param realm the realm that stands with the name; empty for none
     * @param password is the caller's, who wipes it
     * @param target the realm that is meant; empty for any
     */
    public record Login(String user, String realm, char[] password, String target) {
        @Override
        public String toString() {
            return user + '@' + realm;
        }
    }

    /** Returns the mechanism's object identifier in DER. */
    public static byte[] mechanism() {
        return OID.clone();
    }

    /** Returns the token of a login. */
    public static byte[] token(String user, char[] password, byte[] targetName) {
        ByteBuffer secret = StandardCharsets.UTF_8.encode(CharBuffer.wrap(password));
        byte[] bytes = new byte[secret.remaining()];
        secret.get(bytes);
        byte[] inner = new CdrWriter()
                .octets(escaped(user).getBytes(StandardCharsets.UTF_8))
                .octets(bytes)
                .octets(targetName)
                .bytes();
        Arrays.fill(bytes, (byte) 0);
        Arrays.fill(secret.array(), (byte) 0);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(0x60);
        int length = OID.length + inner.length;
        if (length < 128) {
            out.write(length);
        } else {
            int size = (32 - Integer.numberOfLeadingZeros(length) + 7) / 8;
            out.write(0x80 | size);
            for (int i = size - 1; i >= 0; i--) {
                out.write(length >>> 8 * i);
            }
        }
        out.writeBytes(OID);
        out.writeBytes(inner);
        Arrays.fill(inner, (byte) 0);
        return out.toByteArray();
    }

    /** Returns true if a token is of this mechanism, whatever else is in it. */
    public static boolean isToken(byte[] token) {
        return inner(token) > 0;
    }

    /** Returns where the inner token begins; -1 for a token of another mechanism. */
    private static int inner(byte[] token) {
        if (token.length < 2 || token[0] != 0x60) {
            return -1;
        }
        int at = 2;
        long length = token[1] & 0xff;
        if (length >= 128) {
            int size = (int) length - 128;
            if (size < 1 || size > 4 || token.length < at + size) {
                return -1;
            }
            length = 0;
            for (int i = 0; i < size; i++) {
                length = length << 8 | token[at++] & 0xff;
            }
        }
        boolean whole = length == token.length - at && token.length - at >= OID.length;
        return whole && Arrays.equals(token, at, at + OID.length, OID, 0, OID.length) ? at + OID.length : -1;
    }

    /**
     * Reads a token.
     *
     * @throws CsiException where it is none of this mechanism
     */
    public static Login login(byte[] token) throws CsiException {
        int at = inner(token);
        if (at < 0) {
            throw new CsiException("the token is none of GSSUP");
        }
        CdrReader in = new CdrReader(Arrays.copyOfRange(token, at, token.length));
        String[] scoped = scoped(new String(in.octets(), StandardCharsets.UTF_8));
        byte[] password = in.octets();
        try {
            byte[] target = in.octets();
            String name = target.length == 0 ? "" : exported(target);
            CharBuffer chars = StandardCharsets.UTF_8.decode(ByteBuffer.wrap(password));
            char[] secret = Arrays.copyOf(chars.array(), chars.limit());
            Arrays.fill(chars.array(), '\0');
            return new Login(scoped[0], scoped[1], secret, name.startsWith("@") ? name.substring(1) : name);
        } finally {
            Arrays.fill(password, (byte) 0);
        }
    }

    /** Returns the token that tells a client's mechanism what was wrong. */
    public static byte[] error(int code) {
        return new CdrWriter().int32(code).bytes();
    }

    /** Returns a name in the form in which it is exported: a realm, or an escaped user. */
    public static byte[] exportedName(String name) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(4 + OID.length + 4 + bytes.length)
                .put((byte) 4)
                .put((byte) 1)
                .putShort((short) OID.length)
                .put(OID)
                .putInt(bytes.length)
                .put(bytes)
                .array();
    }

    /** Returns the exported name of a user of a realm. */
    public static byte[] exportedUser(String user) {
        return exportedName(escaped(user));
    }

    /**
     * Reads the name of a user that was exported; its realm follows.
     *
     * @throws CsiException where it is a name of another mechanism
     */
    public static String[] importedUser(byte[] exported) throws CsiException {
        return scoped(exported(exported));
    }

    private static String exported(byte[] name) throws CsiException {
        int head = 4 + OID.length + 4;
        if (name.length < head
                || name[0] != 4
                || name[1] != 1
                || ByteBuffer.wrap(name).getShort(2) != OID.length
                || !Arrays.equals(name, 4, 4 + OID.length, OID, 0, OID.length)
                || ByteBuffer.wrap(name).getInt(4 + OID.length) != name.length - head) {
            throw new CsiException("the name is none of GSSUP");
        }
        return new String(name, head, name.length - head, StandardCharsets.UTF_8);
    }

    private static String escaped(String name) {
        return name.replace("\\", "\\\\").replace("@", "\\@");
    }

    /** Parts a name at its first unescaped at-sign into user and realm. */
    private static String[] scoped(String name) {
        StringBuilder user = new StringBuilder();
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c == '\\' && i + 1 < name.length()) {
                i++;
                user.append(name.charAt(i));
            } else if (c == '@') {
                return new String[] {user.toString(), name.substring(i + 1)};
            } else {
                user.append(c);
            }
        }
        return new String[] {user.toString(), ""};
    }
}
