package io.keelson.ejb.entity;

import io.keelson.kernel.serial.ApplicationObjects;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Objects;

/**
 * Primary keys as text, as references on the wire carry them: 1 to 200 characters of ASCII. Numbers and text stand as they are, other keys in
 * their serialised form. Immutable and thread-safe.
 */
public final class KeyText {
    /** The longest text of a key on the wire. */
    private static final int LONGEST = 200;

    private final ApplicationObjects objects;

    /** Makes it for the application of a loader. */
    public KeyText(ClassLoader loader) {
        this.objects = new ApplicationObjects(loader);
    }

    /**
     * Returns the text of a key.
     *
     * @throws IllegalArgumentException when it cannot be written, or is too long
     */
    public String of(Object key) {
        String text;
        if (key instanceof Integer) {
            text = "i" + key;
        } else if (key instanceof Long) {
            text = "l" + key;
        } else if (key instanceof String string) {
            text = isPlain(string) ? "s" + string : "u" + base64(string.getBytes(StandardCharsets.UTF_8));
        } else {
            try {
                text = "o" + base64(Compression.deflate(objects.write(key)));
            } catch (IOException e) {
                throw new IllegalArgumentException("the primary key " + key + " cannot be serialised: " + e, e);
            }
        }
        if (text.length() > LONGEST) {
            throw new IllegalArgumentException("the primary key " + key + " takes " + text.length()
                    + " characters in a remote reference; at most " + LONGEST + " are allowed");
        }
        return text;
    }

    private static boolean isPlain(String text) {
        return text.chars().allMatch(each -> each > ' ' && each < 127);
    }

    private static String base64(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /**
     * Returns the key of a text.
     *
     * @param keyClass the class of the bean's keys
     * @throws IllegalArgumentException when it is no key of that class
     */
    public Object key(String text, Class<?> keyClass) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("a reference to an entity object without its primary key");
        }
        String rest = text.substring(1);
        Object key = switch (text.charAt(0)) {
            case 'i' -> Integer.valueOf(rest);
            case 'l' -> Long.valueOf(rest);
            case 's' -> rest;
            case 'u' -> new String(Base64.getUrlDecoder().decode(rest), StandardCharsets.UTF_8);
            case 'o' -> object(rest);
            default -> throw new IllegalArgumentException("a reference with an unknown form of primary key");
        };
        if (!keyClass.isInstance(key)) {
            throw new IllegalArgumentException("a reference with a primary key of "
                    + key.getClass().getName() + "; expected " + keyClass.getName());
        }
        return key;
    }

    private Object object(String text) {
        try {
            return Objects.requireNonNull(
                    objects.read(Compression.inflate(Base64.getUrlDecoder().decode(text))), "no primary key is null");
        } catch (IOException | ClassNotFoundException e) {
            throw new IllegalArgumentException("a reference with a primary key that cannot be read: " + e, e);
        }
    }
}
