package io.keelson.session.marshal;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.ObjectStreamField;
import java.io.Serializable;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Comparison of two objects that were read of bytes, with the place where they differ: {@code cart.items[2].count}.
 * Bytes alone do not tell, as the order of a {@code HashMap} and what an object has computed for itself are in them.
 * Objects count as the same where it cannot be told: the warning that comes of this must not be false. Of one thread;
 * for one comparison.
 *
 * <p>Collections are compared by what is in them, in their order where it means something; values of the JDK by {@code equals}; objects
 * of the application by the fields that default serialisation writes. Left out are fields that say by their names that they are computed
 * (hash, cache, memo, lazy), and such as got a value where there was none in an object that {@code equals} takes for the same as before.
 */
final class GraphComparison {
    private static final int MOST_STEPS = 20_000;
    private static final int MOST_PAIRED = 100;
    private static final Pattern COMPUTED = Pattern.compile("hash|cache|memo|lazy");

    private final AttributeCodec codec;
    private final Set<Pair> seen = new HashSet<>();
    private final Deque<Step> waiting = new ArrayDeque<>();
    private int steps;

    /** Two objects, by identity. */
    private record Pair(Object one, Object other) {
        @Override
        @SuppressWarnings("ReferenceEquality") // that is what it is for
        public boolean equals(@Nullable Object o) {
            return o instanceof Pair pair && pair.one == one && pair.other == other;
        }

        @Override
        public int hashCode() {
            return 31 * System.identityHashCode(one) + System.identityHashCode(other);
        }
    }

    private record Step(
            String path, @Nullable Object one, @Nullable Object other) {}

    private GraphComparison(AttributeCodec codec) {
        this.codec = codec;
    }

    /**
     * Returns the path of the first difference.
     *
     * @param name what the path begins with
     * @return empty: they say the same, or it cannot be told
     */
    static Optional<String> difference(AttributeCodec codec, String name, Object one, Object other) {
        return new GraphComparison(codec).run(name, one, other);
    }

    private Optional<String> run(String name, @Nullable Object one, @Nullable Object other) {
        waiting.add(new Step(name, one, other));
        while (!waiting.isEmpty() && steps++ < MOST_STEPS) {
            Step step = waiting.remove();
            if (differs(step.path(), step.one(), step.other())) {
                return Optional.of(step.path());
            }
        }
        return Optional.empty();
    }

    private boolean same(@Nullable Object one, @Nullable Object other) {
        GraphComparison inner = new GraphComparison(codec);
        inner.steps = steps;
        boolean same = inner.run("", one, other).isEmpty();
        steps = inner.steps;
        return same;
    }

    /** Returns whether the two themselves differ; what is in them waits. */
    @SuppressWarnings("ReferenceEquality")
    private boolean differs(String path, @Nullable Object one, @Nullable Object other) {
        if (one == other) {
            return false;
        }
        if (one == null || other == null) {
            return true;
        }
        if (one instanceof Map<?, ?> a && other instanceof Map<?, ?> b) {
            return maps(path, a, b) || ownFields(path, one, other);
        }
        if (one instanceof Set<?> a && other instanceof Set<?> b) {
            return unordered(a, b) || ownFields(path, one, other);
        }
        if (one instanceof Collection<?> a && other instanceof Collection<?> b) {
            return ordered(path, a, b) || ownFields(path, one, other);
        }
        if (one.getClass() != other.getClass()) {
            return true;
        }
        if (!seen.add(new Pair(one, other))) {
            return false;
        }
        if (one.getClass().isArray()) {
            return arrays(path, one, other);
        }
        if (one instanceof AtomicReference<?> a && other instanceof AtomicReference<?> b) {
            waiting.add(new Step(path, a.get(), b.get()));
            return false;
        }
        return isOfTheApplication(one.getClass()) ? objects(path, one, other) : values(one, other);
    }

    private static boolean isOfTheApplication(Class<?> type) {
        ClassLoader of = type.getClassLoader();
        return of != null && of != ClassLoader.getPlatformClassLoader();
    }

    // ---- values of the JDK

    private boolean values(Object one, Object other) {
        if (one instanceof Random) {
            return false; // is another after each use, and nobody misses that
        }
        return overridesEquals(one.getClass()) ? !one.equals(other) : bytesDiffer(one, other);
    }

    private static boolean overridesEquals(Class<?> type) {
        try {
            return type.getMethod("equals", Object.class).getDeclaringClass() != Object.class;
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("every class has equals", e);
        }
    }

    private boolean bytesDiffer(Object one, Object other) {
        try {
            return !Arrays.equals(codec.encode(one), codec.encode(other));
        } catch (IOException e) {
            return false;
        }
    }

    // ---- what has others in it

    private boolean arrays(String path, Object one, Object other) {
        if (one instanceof Object[] a && other instanceof Object[] b) {
            return ordered(path, Arrays.asList(a), Arrays.asList(b));
        }
        int length = Array.getLength(one);
        if (length != Array.getLength(other)) {
            return true;
        }
        return !Objects.deepEquals(one, other);
    }

    private boolean ordered(String path, Collection<?> one, Collection<?> other) {
        if (one.size() != other.size()) {
            return true;
        }
        Iterator<?> others = other.iterator();
        int i = 0;
        for (Object each : one) {
            if (!others.hasNext()) {
                return true;
            }
            waiting.add(new Step(path + '[' + i++ + ']', each, others.next()));
        }
        return false;
    }

    private boolean maps(String path, Map<?, ?> one, Map<?, ?> other) {
        if (one.size() != other.size()) {
            return true;
        }
        List<Map.Entry<?, ?>> left = new ArrayList<>();
        for (Map.Entry<?, ?> entry : one.entrySet()) {
            Object key = entry.getKey();
            if (other.containsKey(key)) {
                waiting.add(new Step(path + '[' + text(key) + ']', entry.getValue(), other.get(key)));
            } else {
                left.add(entry);
            }
        }
        // Keys without equals, or whose hash has changed: by what they say.
        return !left.isEmpty()
                && unpaired(
                        left,
                        new ArrayList<>(other.entrySet()),
                        (a, b) -> same(a.getKey(), b.getKey()) && same(a.getValue(), b.getValue()));
    }

    private boolean unordered(Set<?> one, Set<?> other) {
        if (one.size() != other.size()) {
            return true;
        }
        List<Object> left = new ArrayList<>();
        for (Object each : one) {
            // An element of the application may be equal and yet say something else.
            if (each == null || isOfTheApplication(each.getClass()) || !other.contains(each)) {
                left.add(each);
            }
        }
        return !left.isEmpty() && unpaired(left, new ArrayList<>(other), this::same);
    }

    private interface Sameness<T> {
        boolean of(T one, T other);
    }

    /** Returns whether some of these have no partner; false where there are too many of them to look. */
    private static <T> boolean unpaired(List<? extends T> some, List<? extends T> others, Sameness<T> sameness) {
        if (some.size() > MOST_PAIRED || others.size() > MOST_PAIRED) {
            return false;
        }
        List<T> free = new ArrayList<>(others);
        for (T each : some) {
            Predicate<T> partner = other -> sameness.of(each, other);
            Optional<T> found = free.stream().filter(partner).findFirst();
            if (found.isEmpty()) {
                return true;
            }
            free.remove(found.get());
        }
        return false;
    }

    private static String text(@Nullable Object key) {
        return key instanceof String || key instanceof Number || key instanceof Enum<?> ? key.toString() : "...";
    }

    // ---- objects of the application

    private boolean objects(String path, Object one, Object other) {
        if (one instanceof Enum<?> || Proxy.isProxyClass(one.getClass())) {
            return one instanceof Enum<?>;
        }
        if (writesItself(one.getClass())) {
            return overridesEquals(one.getClass()) ? !one.equals(other) : bytesDiffer(one, other);
        }
        return ownFields(path, one, other);
    }

    private static boolean writesItself(Class<?> type) {
        if (java.io.Externalizable.class.isAssignableFrom(type)) {
            return true;
        }
        for (Class<?> each = type; each != null && isOfTheApplication(each); each = each.getSuperclass()) {
            for (Method method : each.getDeclaredMethods()) {
                if (method.getName().equals("writeObject")
                        && Arrays.equals(method.getParameterTypes(), new Class<?>[] {ObjectOutputStream.class})) {
                    return true;
                }
            }
        }
        return false;
    }

    /** The fields that classes of the application declare. */
    private boolean ownFields(String path, Object one, Object other) {
        if (one.getClass() != other.getClass()) {
            return false; // collections of other classes with the same in them
        }
        for (Class<?> type = one.getClass();
                type != null && Serializable.class.isAssignableFrom(type);
                type = type.getSuperclass()) {
            ObjectStreamClass description = isOfTheApplication(type) ? ObjectStreamClass.lookup(type) : null;
            for (ObjectStreamField field : description == null ? new ObjectStreamField[0] : description.getFields()) {
                if (!COMPUTED.matcher(field.getName().toLowerCase(Locale.ROOT)).find()
                        && field(path, one, other, type, field)) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean field(String path, Object one, Object other, Class<?> type, ObjectStreamField described) {
        Object before;
        Object now;
        try {
            Field field = type.getDeclaredField(described.getName());
            field.setAccessible(true);
            before = field.get(one);
            now = field.get(other);
        } catch (ReflectiveOperationException | RuntimeException e) {
            return false; // it cannot be looked into
        }
        boolean computed = nothing(before) && !nothing(now) && overridesEquals(one.getClass()) && one.equals(other);
        if (!computed) {
            waiting.add(new Step(path + '.' + described.getName(), before, now));
        }
        return false;
    }

    private static boolean nothing(@Nullable Object value) {
        return value == null
                || value instanceof Number number && number.doubleValue() == 0
                || Boolean.FALSE.equals(value)
                || value instanceof Character character && character == 0;
    }
}
