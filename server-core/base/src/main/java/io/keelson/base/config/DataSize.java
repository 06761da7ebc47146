package io.keelson.base.config;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A number of bytes. Written with a binary unit: {@code 512B}, {@code 8KiB}, {@code 10MiB}, {@code 1GiB}; a bare number
 * is bytes.
 *
 * @param bytes zero or more
 */
public record DataSize(long bytes) implements Comparable<DataSize> {
    private static final Pattern FORM = Pattern.compile("(\\d{1,18})\\s*(B|KiB|MiB|GiB|TiB)?");

    public DataSize {
        if (bytes < 0) {
            throw new IllegalArgumentException("a size is not negative: " + bytes);
        }
    }

    /**
     * Reads the written form.
     *
     * @throws IllegalArgumentException when the text is not a size or is larger than {@code Long.MAX_VALUE} bytes
     */
    public static DataSize parse(String text) {
        Matcher m = FORM.matcher(text.trim());
        if (!m.matches()) {
            throw new IllegalArgumentException(
                    "not a size: '" + text + "'; write a number and B, KiB, MiB, GiB or TiB, as in 10MiB");
        }
        String unit = m.group(2) == null ? "B" : m.group(2);
        int shift = switch (unit) {
            case "KiB" -> 10;
            case "MiB" -> 20;
            case "GiB" -> 30;
            case "TiB" -> 40;
            default -> 0;
        };
        long number = Long.parseLong(m.group(1));
        if (number > Long.MAX_VALUE >> shift) {
            throw new IllegalArgumentException("a size beyond 8 EiB: '" + text + "'");
        }
        return new DataSize(number << shift);
    }

    /**
     * The size as an {@code int}.
     *
     * @throws ArithmeticException beyond 2 GiB
     */
    public int toInt() {
        return Math.toIntExact(bytes);
    }

    @Override
    public int compareTo(DataSize other) {
        return Long.compare(bytes, other.bytes);
    }

    /** The shortest exact written form. */
    @Override
    public String toString() {
        String[] units = {"B", "KiB", "MiB", "GiB", "TiB"};
        int unit = 0;
        long rest = bytes;
        while (unit < units.length - 1 && rest != 0 && rest % 1024 == 0) {
            rest /= 1024;
            unit++;
        }
        return String.format(Locale.ROOT, "%d%s", rest, units[unit]);
    }
}
