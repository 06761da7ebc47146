package io.keelson.ejb.entity;

import io.keelson.kernel.serial.ApplicationObjects;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Primary keys as text, as references on the wire carry them: 1 to 200 characters of ASCII. Numbers and text stand as they are, the
 * public fields of a key class one after the other, other keys in their serialised form. Immutable and thread-safe.
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
        String text = ofAnyLength(key);
        if (text.length() > LONGEST) {
            throw new IllegalArgumentException("the primary key " + key + " takes " + text.length()
                    + " characters in a remote reference; at most " + LONGEST + " are allowed");
        }
        return text;
    }

    /**
     * Returns the text of a key that does not go on the wire.
     *
     * @throws IllegalArgumentException when it cannot be written
     */
    public String ofAnyLength(Object key) {
        String text = value(key);
        if (text != null) {
            return text;
        }
        return isCompound(key.getClass()) ? compound(key) : serialised(key);
    }

    /** Returns the text of a value of the JDK; null for others. */
    private static @Nullable String value(Object value) {
        if (value instanceof String text) {
            return isPrintable(text) ? "s" + text : "u" + base64(text.getBytes(StandardCharsets.UTF_8));
        }
        if (value instanceof Character) {
            return "c" + (int) (char) value;
        }
        if (value instanceof Timestamp moment) {
            return "m" + moment.getTime() + "." + moment.getNanos();
        }
        for (Form each : Form.values()) {
            if (each.type == value.getClass()) {
                return String.valueOf(each.letter) + each.written.apply(value);
            }
        }
        return null;
    }

    /** Types whose text is simple. */
    private enum Form {
        INTEGER('i', Integer.class, Object::toString, Integer::valueOf),
        LONG('l', Long.class, Object::toString, Long::valueOf),
        SHORT('h', Short.class, Object::toString, Short::valueOf),
        BYTE('b', Byte.class, Object::toString, Byte::valueOf),
        BOOLEAN('t', Boolean.class, Object::toString, Boolean::valueOf),
        DECIMAL('d', BigDecimal.class, Object::toString, BigDecimal::new),
        BIG('g', BigInteger.class, Object::toString, BigInteger::new),
        DATE(
                'e',
                java.util.Date.class,
                value -> ((java.util.Date) value).getTime(),
                text -> new java.util.Date(Long.parseLong(text))),
        DAY('y', java.sql.Date.class, Object::toString, java.sql.Date::valueOf),
        UUID('q', java.util.UUID.class, Object::toString, java.util.UUID::fromString);

        private final char letter;
        private final Class<?> type;
        private final Function<Object, Object> written;
        private final Function<String, Object> read;

        Form(char letter, Class<?> type, Function<Object, Object> written, Function<String, Object> read) {
            this.letter = letter;
            this.type = type;
            this.written = written;
            this.read = read;
        }
    }

    private static List<Field> fields(Class<?> type) {
        List<Field> fields = new ArrayList<>();
        for (Field each : type.getFields()) {
            if (!Modifier.isStatic(each.getModifiers()) && !Modifier.isFinal(each.getModifiers())) {
                fields.add(each);
            }
        }
        fields.sort(Comparator.comparing(Field::getName));
        return fields;
    }

    /** A key class as the specification wants it for several fields: all of them public (Enterprise JavaBeans 2.1, 10.8.2). */
    private static boolean isCompound(Class<?> type) {
        long own = 0;
        for (Class<?> each = type; each != null && each != Object.class; each = each.getSuperclass()) {
            for (Field field : each.getDeclaredFields()) {
                own += Modifier.isStatic(field.getModifiers()) ? 0 : 1;
            }
        }
        try {
            boolean made = Modifier.isPublic(type.getDeclaredConstructor().getModifiers());
            return made && own > 0 && own == fields(type).size();
        } catch (NoSuchMethodException e) {
            return false;
        }
    }

    private String compound(Object key) {
        StringBuilder text = new StringBuilder("k");
        try {
            for (Field each : fields(key.getClass())) {
                Object part = each.get(key);
                String written = part == null ? "" : value(part);
                if (written == null) {
                    return serialised(key);
                }
                text.append(written.length()).append(':').append(written);
            }
        } catch (IllegalAccessException e) {
            return serialised(key);
        }
        return text.toString();
    }

    private String serialised(Object key) {
        try {
            return "o" + base64(Compression.deflate(objects.write(key)));
        } catch (IOException e) {
            throw new IllegalArgumentException("the primary key " + key + " cannot be serialised: " + e, e);
        }
    }

    /** Returns true if the key of a text is made of values of the JDK, so that no object of an application is read from a stream. */
    static boolean isPlain(String text) {
        return !text.startsWith("o");
    }

    private static boolean isPrintable(String text) {
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
        Object key = switch (text.charAt(0)) {
            case 'k' -> compound(text, keyClass);
            case 'o' -> object(text.substring(1));
            default -> value(text);
        };
        if (!keyClass.isInstance(key)) {
            throw new IllegalArgumentException("a reference with a primary key of "
                    + key.getClass().getName() + "; expected " + keyClass.getName());
        }
        return key;
    }

    private static Object value(String text) {
        char letter = text.charAt(0);
        String rest = text.substring(1);
        if (letter == 's') {
            return rest;
        }
        if (letter == 'u') {
            return new String(Base64.getUrlDecoder().decode(rest), StandardCharsets.UTF_8);
        }
        if (letter == 'c') {
            return (char) Integer.parseInt(rest);
        }
        if (letter == 'm') {
            int dot = rest.indexOf('.');
            if (dot < 0) {
                throw new IllegalArgumentException("a reference with a moment that cannot be read");
            }
            Timestamp moment = new Timestamp(Long.parseLong(rest.substring(0, dot)));
            moment.setNanos(Integer.parseInt(rest.substring(dot + 1)));
            return moment;
        }
        for (Form each : Form.values()) {
            if (each.letter == letter) {
                return each.read.apply(rest);
            }
        }
        throw new IllegalArgumentException("a reference with an unknown form of primary key");
    }

    private static Object compound(String text, Class<?> keyClass) {
        if (!isCompound(keyClass)) {
            throw new IllegalArgumentException(
                    "a reference with the fields of another key class than " + keyClass.getName());
        }
        try {
            Object key = keyClass.getDeclaredConstructor().newInstance();
            int at = 1;
            for (Field each : fields(keyClass)) {
                int colon = text.indexOf(':', at);
                if (colon < 0) {
                    throw new IllegalArgumentException("a reference with too few fields");
                }
                int end = colon + 1 + Integer.parseInt(text.substring(at, colon));
                if (end < colon + 1 || end > text.length()) {
                    throw new IllegalArgumentException("a reference with a field that is cut off");
                }
                if (end > colon + 1) {
                    each.set(key, value(text.substring(colon + 1, end)));
                }
                at = end;
            }
            return key;
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException("a reference with a primary key that cannot be made: " + e, e);
        }
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
