package io.keelson.remoting.internal.marshal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.InvalidClassException;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.rmi.RemoteException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZonedDateTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Date;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.GregorianCalendar;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ObjectStreamsTest {
    private static final int MOST = 1024 * 1024;

    private final ObjectStreams streams =
            streams(MarshalLimits.STANDARD, getClass().getPackageName() + ".*");

    record Person(String name, int age, List<Person> friends) implements Serializable {}

    static final class Classic implements Serializable {
        private static final long serialVersionUID = 1;
        private final Map<String, Object> values = new HashMap<>();
        private transient int lost = 5;
    }

    static ObjectStreams streams(MarshalLimits limits, String... allowed) {
        return new ObjectStreams(
                ObjectStreamsTest.class.getClassLoader(),
                new AllowList("the test", "allowed-classes", List.of(allowed)),
                limits);
    }

    private Object[] copy(Object... values) throws Exception {
        ByteBuf buffer = Unpooled.buffer();
        streams.write(buffer, MOST, new NoRemotes(), values);
        Object[] read = streams.read(buffer, values.length, new NoRemotes());
        assertThat(buffer.isReadable()).isFalse();
        return read;
    }

    @Test
    void plainValuesAreCopied() throws Exception {
        Object[] values = {
            null, true, false, (byte) -1, (short) 300, 'ä', 7, -7L, 1.5f, Math.PI, "Grüße", "", "x".repeat(70_000)
        };

        assertThat(copy(values)).containsExactly(values);
        assertThat((byte[]) copy((Object) new byte[] {1, 2, 3})[0]).containsExactly(1, 2, 3);
        assertThat(copy("half a character: \ud800 and a whole one: \ud83d\ude00"))
                .containsExactly("half a character: \ud800 and a whole one: \ud83d\ude00");
    }

    @Test
    void recordsCollectionsAndTimesAreCopied() throws Exception {
        Object[] values = {
            new Person("ada", 36, List.of(new Person("bob", 40, List.of()))),
            List.of(1, 2, 3),
            Map.of("a", 1),
            Set.of("x"),
            new ArrayList<>(List.of("a", "b")),
            Arrays.asList("a", "b"),
            new LinkedList<>(List.of(1)),
            new HashMap<>(Map.of("a", List.of(1))),
            new LinkedHashMap<>(Map.of("a", 1)),
            new TreeMap<>(Map.of("a", 1)),
            new TreeSet<>(Set.of(3, 1)),
            new HashSet<>(Set.of(3, 1)),
            new Hashtable<>(Map.of("a", 1)),
            new Vector<>(List.of(1)),
            new ConcurrentHashMap<>(Map.of("a", 1)),
            new CopyOnWriteArrayList<>(List.of(1, 2)),
            Collections.emptyList(),
            Collections.singletonMap("a", 1),
            Collections.unmodifiableList(new ArrayList<>(List.of(1))),
            Collections.synchronizedMap(new HashMap<>(Map.of("a", 1))),
            new EnumMap<>(Map.of(TimeUnit.DAYS, 1)),
            EnumSet.of(TimeUnit.DAYS, TimeUnit.HOURS),
            new Date(5),
            new GregorianCalendar(2026, 10, 1),
            Instant.ofEpochSecond(5),
            Duration.ofDays(3),
            LocalDate.of(2026, 11, 1),
            ZonedDateTime.parse("2026-11-01T10:00:00+01:00[Europe/Berlin]"),
            new BigDecimal("3.14"),
            BigInteger.TEN,
            UUID.randomUUID(),
            URI.create("http://example.org/"),
            Locale.GERMANY,
            TimeUnit.SECONDS,
            String.class
        };

        assertThat(copy(values)).containsExactly(values);
        assertThat((Object[]) copy((Object) new String[] {"a", null})[0]).containsExactly("a", null);
        assertThat((int[][]) copy((Object) new int[][] {{1}, {2, 3}})[0]).isDeepEqualTo(new int[][] {{1}, {2, 3}});
        assertThat(((ArrayDeque<?>) copy(new ArrayDeque<>(List.of(1, 2)))[0])).hasSize(2);
        assertThat(((AtomicLong) copy(new AtomicLong(5))[0]).get()).isEqualTo(5);
        Properties properties = new Properties();
        properties.setProperty("a", "b");
        assertThat(copy(properties)).containsExactly(properties);
    }

    @Test
    void whatArgumentsShareStaysShared() throws Exception {
        List<String> shared = new ArrayList<>(List.of("x"));
        Object[] read = copy(shared, List.of(shared));

        assertThat(((List<?>) read[1]).get(0)).isSameAs(read[0]);
    }

    @Test
    void classesWithFieldsAreCopied() throws Exception {
        Classic classic = new Classic();
        classic.values.put("self", classic);
        Classic read = (Classic) copy(classic)[0];

        assertThat(read.values.get("self")).isSameAs(read);
        assertThat(read.lost).isZero();
    }

    @Test
    void exceptionsKeepTheirStackAndCause() throws Exception {
        Exception failure = new IllegalStateException("outer", new RemoteException("inner"));
        failure.addSuppressed(new java.io.IOException("beside"));
        Exception read = (Exception) copy(failure)[0];

        assertThat(read).hasMessage("outer").hasCauseInstanceOf(RemoteException.class);
        assertThat(read.getStackTrace()).isEqualTo(failure.getStackTrace());
        assertThat(read.getSuppressed()).hasSize(1);
    }

    @Test
    void marshallersAreUsedAgainAndOneThatFailedIsNot() throws Exception {
        for (int i = 0; i < 200; i++) {
            assertThat(copy(List.of(i))).containsExactly(List.of(i));
            assertThatThrownBy(() -> copy(new Object())).isInstanceOf(java.io.NotSerializableException.class);
        }
    }

    @Test
    void whatIsTooLargeIsRefusedByTheNameOfTheSetting() {
        ByteBuf buffer = Unpooled.buffer();
        for (Object value : List.of(
                "x".repeat(2000),
                new byte[2000],
                new ArrayList<>(Collections.nCopies(2000, "x")),
                List.of("y".repeat(2000)))) {
            assertThatThrownBy(() -> streams.write(buffer.clear(), 1000, new NoRemotes(), value))
                    .isInstanceOf(MessageTooLargeException.class)
                    .hasMessageContaining("max-message-size");
        }
    }

    @Test
    void classesThatAreNotAllowedAreRefusedBeforeTheyAreLoaded() throws Exception {
        ByteBuf buffer = Unpooled.buffer();
        streams.write(buffer, MOST, new NoRemotes(), new Person("ada", 1, List.of()));
        ObjectStreams strict = streams(MarshalLimits.STANDARD);

        assertThatThrownBy(() -> strict.read(buffer, 1, new NoRemotes()))
                .isInstanceOf(InvalidClassException.class)
                .hasMessageContaining("allowed-classes")
                .hasMessageContaining("Person");
    }

    @Test
    void depthReferencesAndLengthsHaveLimits() throws Exception {
        ObjectStreams strict = streams(new MarshalLimits(50, 1000, 100_000, 500));
        Object deep = "x";
        for (int i = 0; i < 60; i++) {
            deep = new ArrayList<>(Collections.singletonList(deep));
        }
        List<Object> many = new ArrayList<>();
        for (int i = 0; i < 1200; i++) {
            many.add(new Date(i));
        }
        for (Object value : List.of(deep, many, new int[600], new ArrayList<>(Collections.nCopies(600, 1)))) {
            ByteBuf buffer = Unpooled.buffer();
            streams.write(buffer, MOST, new NoRemotes(), value);
            assertThatThrownBy(() -> strict.read(buffer, 1, new NoRemotes())).isInstanceOf(InvalidClassException.class);
        }
    }

    /** A few bytes that announce an array of a hundred million elements take no memory. */
    @Test
    void anArrayIsNotLongerThanItsMessageCouldFill() throws Exception {
        ByteBuf buffer = Unpooled.buffer();
        streams.write(buffer, MOST, new NoRemotes(), (Object) new long[70_000]);
        ByteBuf cut = buffer.copy(0, 40);

        assertThatThrownBy(() -> streams.read(cut, 1, new NoRemotes())).isInstanceOf(InvalidClassException.class);
    }

    /** As is a string, and the number of a class's fields: River takes the memory before it reads them. */
    @Test
    void aLengthIsNotLongerThanItsMessage() throws Exception {
        ByteBuf text = Unpooled.buffer().writeByte(PlainValues.NOT_PLAIN).writeByte(4);
        text.writeByte(0x40).writeInt(Integer.MAX_VALUE).writeBytes(new byte[50]);
        assertThatThrownBy(() -> streams.read(text, 1, new NoRemotes()))
                .isInstanceOf(java.io.StreamCorruptedException.class)
                .hasMessageContaining("announced");

        ByteBuf person = Unpooled.buffer();
        streams.write(person, MOST, new NoRemotes(), new Person("ada", 1, List.of()));
        int count = io.netty.buffer.ByteBufUtil.indexOf(Unpooled.wrappedBuffer(new byte[] {0, 0, 0, 3}), person);
        assertThat(count).isPositive();
        person.setInt(count, 1_000_000_000);
        assertThatThrownBy(() -> streams.read(person, 1, new NoRemotes()))
                .isInstanceOf(java.io.StreamCorruptedException.class)
                .hasMessageContaining("announced");
    }

    @Test
    void rubbishIsRefusedByAnException() {
        for (long seed = 1; seed <= 3000; seed++) {
            byte[] bytes = new byte[60];
            new java.util.Random(seed).nextBytes(bytes);
            if (seed % 2 == 0) {
                bytes[0] = (byte) PlainValues.NOT_PLAIN;
                bytes[1] = 4;
            }
            try {
                streams.read(Unpooled.wrappedBuffer(bytes), 3, new NoRemotes());
            } catch (java.io.IOException | ClassNotFoundException | RuntimeException e) {
                assertThat(e).as("seed " + seed).isNotNull();
            }
        }
    }
}
