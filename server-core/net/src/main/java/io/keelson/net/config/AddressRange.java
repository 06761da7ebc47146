package io.keelson.net.config;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Addresses that begin with the same bits: {@code 10.0.0.0/8}, {@code fd00::/8}, or a single one. Names are never looked
 * up. Immutable.
 */
public final class AddressRange {
    private static final Pattern DOTTED =
            Pattern.compile("(0|[1-9]\\d{0,2})\\.(0|[1-9]\\d{0,2})\\.(0|[1-9]\\d{0,2})\\.(0|[1-9]\\d{0,2})");
    private static final Pattern COLONS = Pattern.compile("[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*");

    private final byte[] prefix;
    private final int bits;

    private AddressRange(byte[] prefix, int bits) {
        this.prefix = prefix;
        this.bits = bits;
    }

    /**
     * Reads an address or a range.
     *
     * @throws IllegalArgumentException where it is neither, or where bits beyond the prefix are set
     */
    public static AddressRange parse(String text) {
        int slash = text.indexOf('/');
        InetAddress address = address(slash < 0 ? text : text.substring(0, slash));
        if (address == null) {
            throw wrong(text, "expected an address, or a range as 10.0.0.0/8; names are not looked up");
        }
        byte[] bytes = address.getAddress();
        int most = bytes.length * 8;
        int bits = slash < 0 ? most : bits(text, text.substring(slash + 1), most);
        for (int i = bits; i < most; i++) {
            if ((bytes[i / 8] >> 7 - i % 8 & 1) != 0) {
                throw wrong(text, "the address has bits beyond the first " + bits);
            }
        }
        return new AddressRange(bytes, bits);
    }

    private static int bits(String text, String digits, int most) {
        if (digits.matches("\\d{1,3}") && Integer.parseInt(digits) <= most) {
            return Integer.parseInt(digits);
        }
        throw wrong(text, "expected a number of bits up to " + most + " after the slash");
    }

    private static IllegalArgumentException wrong(String text, String why) {
        return new IllegalArgumentException("'" + text + "' is no range of addresses: " + why);
    }

    /** Returns whether the address is one of them. */
    public boolean contains(InetAddress address) {
        byte[] other = address.getAddress();
        if (other.length != prefix.length) {
            return false;
        }
        int whole = bits / 8;
        for (int i = 0; i < whole; i++) {
            if (other[i] != prefix[i]) {
                return false;
            }
        }
        int rest = bits % 8;
        return rest == 0 || ((other[whole] ^ prefix[whole]) & 0xff << 8 - rest & 0xff) == 0;
    }

    /** An address in digits, IPv6 without brackets; null where it is none. Names are not looked up. */
    public static @Nullable InetAddress address(String text) {
        try {
            Matcher dotted = DOTTED.matcher(text);
            if (dotted.matches()) {
                byte[] bytes = new byte[4];
                for (int i = 0; i < 4; i++) {
                    int part = Integer.parseInt(dotted.group(i + 1));
                    if (part > 255) {
                        return null;
                    }
                    bytes[i] = (byte) part;
                }
                return InetAddress.getByAddress(bytes);
            }
            // With a colon it is an address in digits to the JDK, or nothing.
            return text.length() <= 45 && COLONS.matcher(text).matches() ? InetAddress.getByName(text) : null;
        } catch (UnknownHostException e) {
            return null;
        }
    }
}
