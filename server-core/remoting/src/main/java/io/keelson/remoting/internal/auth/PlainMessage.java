package io.keelson.remoting.internal.auth;

import io.keelson.remoting.internal.wire.LoginRefusedException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The one message of PLAIN (RFC 4616, 2): nobody or the user, the user, the password, divided by a byte that is zero. Whoever made it
 * wipes it.
 *
 * @param user who logs in
 * @param password its password; the record's owner wipes it
 */
record PlainMessage(String user, char[] password) {
    /** RFC 4616, 2: no part may be longer, in bytes. */
    private static final int LONGEST = 255;

    /** Message as bytes; what the text needed meanwhile is wiped. */
    byte[] bytes() {
        ByteBuffer name = StandardCharsets.UTF_8.encode(user);
        ByteBuffer secret = StandardCharsets.UTF_8.encode(CharBuffer.wrap(password));
        ByteBuffer all = ByteBuffer.allocate(2 + name.remaining() + secret.remaining());
        all.put((byte) 0).put(name).put((byte) 0).put(secret);
        Arrays.fill(secret.array(), (byte) 0);
        return all.array();
    }

    /**
     * Reads it.
     *
     * @throws LoginRefusedException where it is none; the message shows nothing of it
     */
    static PlainMessage read(byte[] message) throws LoginRefusedException {
        int first = zero(message, 0);
        int second = first < 0 ? -1 : zero(message, first + 1);
        if (second < 0 || zero(message, second + 1) >= 0) {
            throw new LoginRefusedException("the login is not one of PLAIN");
        }
        int nameLength = second - first - 1;
        int secretLength = message.length - second - 1;
        if (first > LONGEST || nameLength > LONGEST || secretLength > LONGEST || nameLength == 0 || secretLength == 0) {
            throw new LoginRefusedException("the name or the password of the login is too long, or missing");
        }
        // RFC 4616, 2: who names nobody acts as itself.
        if (first > 0 && !Arrays.equals(message, 0, first, message, first + 1, second)) {
            throw new LoginRefusedException("nobody logs in for somebody else here");
        }
        return new PlainMessage(
                new String(chars(message, first + 1, nameLength)), chars(message, second + 1, secretLength));
    }

    private static int zero(byte[] in, int from) {
        for (int i = from; i < in.length; i++) {
            if (in[i] == 0) {
                return i;
            }
        }
        return -1;
    }

    private static char[] chars(byte[] of, int from, int length) throws LoginRefusedException {
        try {
            CharBuffer decoded = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(of, from, length));
            char[] chars = new char[decoded.remaining()];
            decoded.get(chars);
            Arrays.fill(decoded.array(), '\0');
            return chars;
        } catch (CharacterCodingException e) {
            throw new LoginRefusedException("the login is not text in UTF-8");
        }
    }

    /** Forgets the password. */
    void wipe() {
        Arrays.fill(password, '\0');
    }

    /** Without the password. */
    @Override
    public String toString() {
        return "PlainMessage[user=" + user + "]";
    }
}
