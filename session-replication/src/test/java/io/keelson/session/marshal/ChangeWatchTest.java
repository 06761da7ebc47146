package io.keelson.session.marshal;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.servlet.spi.AttributeCost;
import io.keelson.servlet.spi.SessionState;
import io.keelson.session.store.TestHost;
import io.keelson.testkit.ManualTicker;
import jakarta.servlet.http.HttpSessionActivationListener;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.text.SimpleDateFormat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests what is said of attributes that were used, or changed, and not set again. */
class ChangeWatchTest {
    private final ManualTicker ticker = new ManualTicker();
    private final TestHost host = new TestHost(ticker);

    // ---- what applications put into sessions

    /** Computes its hash when it is first asked, and equals says what counts. */
    static class WithHash implements Serializable {
        private static final long serialVersionUID = 1L;
        String text = "a";
        private int code;

        @Override
        public int hashCode() {
            if (code == 0) {
                code = text.hashCode();
            }
            return code;
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof WithHash other && other.text.equals(text);
        }
    }

    /** The same, and nothing but the name of the field says it. */
    static class WithNamedHash implements Serializable {
        private static final long serialVersionUID = 1L;
        String text = "a";
        int hashOfText;
    }

    static class WithTransient implements Serializable {
        private static final long serialVersionUID = 1L;
        String text = "a";
        transient String shown;
    }

    static class WithCache implements Serializable {
        private static final long serialVersionUID = 1L;
        String text = "a";
        final Map<String, String> priceCache = new HashMap<>();
    }

    static class WithLazyField implements Serializable {
        private static final long serialVersionUID = 1L;
        String first = "Ann";
        String full;

        String full() {
            if (full == null) {
                full = first + " Smith";
            }
            return full;
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof WithLazyField other && other.first.equals(first);
        }

        @Override
        public int hashCode() {
            return first.hashCode();
        }
    }

    static class WritesItself implements Serializable {
        private static final long serialVersionUID = 1L;
        transient Map<String, String> content = new HashMap<>();

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.writeObject(new TreeMap<>(content));
        }

        @SuppressWarnings("unchecked")
        private void readObject(java.io.ObjectInputStream in) throws IOException, ClassNotFoundException {
            content = new HashMap<>((Map<String, String>) in.readObject());
        }
    }

    static class Told implements Serializable, HttpSessionActivationListener {
        private static final long serialVersionUID = 1L;
        int moves;
    }

    static class Item implements Serializable {
        private static final long serialVersionUID = 1L;
        final String name;
        int count = 1;
        Item next;

        Item(String name) {
            this.name = name;
        }

        /** As entities do. */
        @Override
        public boolean equals(Object o) {
            return o instanceof Item other && other.name.equals(name);
        }

        @Override
        public int hashCode() {
            return name.hashCode();
        }
    }

    static class Cart implements Serializable {
        private static final long serialVersionUID = 1L;
        final List<Item> items = new ArrayList<>(List.of(new Item("a"), new Item("b")));
        final Set<Item> wanted = new HashSet<>(List.of(new Item("c")));
        final Map<String, Item> byName = new HashMap<>(Map.of("d", new Item("d")));
        final AtomicInteger total = new AtomicInteger();
        int[] sizes = {1, 2};
    }

    /** As it was set, and what is done to it then. */
    private static <T> Arguments pattern(String name, Supplier<T> made, Consumer<T> use) {
        return Arguments.of(name, made, use);
    }

    private static void hashed(Object value) {
        assertThat(value).hasSameHashCodeAs(value);
    }

    private static void shown(Object value) {
        assertThat(value.toString()).isNotEmpty();
    }

    private static Map<String, Integer> wide() {
        Map<String, Integer> map = new HashMap<>(1024);
        for (String key : List.of("FB", "Ea", "x", "y", "AaAa", "BBBB", "AaBB")) {
            map.put(key, key.length());
        }
        return map;
    }

    static Stream<Arguments> harmless() {
        return Stream.of(
                pattern("a map whose entries have another order", ChangeWatchTest::wide, map -> {
                    map.remove("FB");
                    map.put("FB", 2);
                }),
                pattern("a map that has grown for a moment", () -> new HashMap<>(Map.of("a", 1)), map -> {
                    for (int i = 0; i < 1000; i++) {
                        map.put("k" + i, i);
                    }
                    map.keySet().retainAll(Set.of("a"));
                }),
                pattern("a concurrent map that has grown", () -> new ConcurrentHashMap<>(Map.of("a", 1)), map -> {
                    for (int i = 0; i < 1000; i++) {
                        map.put("k" + i, i);
                    }
                    map.keySet().retainAll(Set.of("a"));
                }),
                pattern("a set whose elements have another order", () -> new HashSet<>(wide().keySet()), set -> {
                    set.remove("Ea");
                    set.add("Ea");
                }),
                pattern(
                        "a list with more room",
                        () -> new ArrayList<>(List.of(1, 2)),
                        list -> list.ensureCapacity(999)),
                pattern(
                        "a map in the order of its use",
                        () -> {
                            Map<String, Integer> map = new LinkedHashMap<>(16, 0.75f, true);
                            map.putAll(Map.of("a", 1, "b", 2, "c", 3));
                            return map;
                        },
                        map -> map.get("b")),
                pattern("a hash that is computed when it is asked for", WithHash::new, ChangeWatchTest::hashed),
                pattern("one that only its name tells", WithNamedHash::new, each -> each.hashOfText = 7),
                pattern("a transient field", WithTransient::new, each -> each.shown = "<b>a</b>"),
                pattern("a cache", WithCache::new, each -> each.priceCache.put("a", "7.50")),
                pattern("a field that is computed when it is asked for", WithLazyField::new, WithLazyField::full),
                pattern("a format that was used", () -> new SimpleDateFormat("yyyy-MM-dd", Locale.ROOT), format -> {
                    format.format(new Date(0));
                }),
                pattern("a calendar whose fields were asked for", () -> new GregorianCalendar(2026, 1, 1), calendar -> {
                    calendar.get(Calendar.DAY_OF_WEEK);
                }),
                pattern("a date that was asked for its year", () -> new Date(0), ChangeWatchTest::shown),
                pattern(
                        "a number from which text was made",
                        () -> new java.math.BigDecimal("7.50"),
                        ChangeWatchTest::shown),
                pattern("a random number generator", Random::new, Random::nextInt),
                pattern("a lock that is held", ReentrantLock::new, ReentrantLock::lock),
                pattern("what writes itself in an order of its own", WritesItself::new, each -> {
                    each.content.put("x", "y");
                    each.content.remove("x");
                }),
                pattern("what listens to the moves of its session", Told::new, each -> each.moves++),
                pattern("what was only read", Cart::new, cart -> hashed(cart.items.get(0))),
                pattern("what was changed and changed back", Cart::new, cart -> {
                    cart.items.get(0).count++;
                    cart.items.get(0).count--;
                }),
                pattern(
                        "two objects in a circle",
                        () -> {
                            Item one = new Item("one");
                            one.next = new Item("two");
                            one.next.next = one;
                            return one;
                        },
                        ChangeWatchTest::hashed));
    }

    static Stream<Arguments> changes() {
        return Stream.of(
                Arguments.of("x.items[1].count", (Consumer<Cart>) cart -> cart.items.get(1).count++),
                Arguments.of("x.items", (Consumer<Cart>) cart -> cart.items.add(new Item("z"))),
                Arguments.of("x.wanted", (Consumer<Cart>)
                        cart -> cart.wanted.iterator().next().count++),
                Arguments.of("x.wanted", (Consumer<Cart>) cart -> cart.wanted.clear()),
                Arguments.of("x.byName[d].count", (Consumer<Cart>) cart -> cart.byName.get("d").count = 9),
                Arguments.of("x.byName", (Consumer<Cart>) cart -> cart.byName.remove("d")),
                Arguments.of("x.total", (Consumer<Cart>) cart -> cart.total.incrementAndGet()),
                Arguments.of("x.sizes", (Consumer<Cart>) cart -> cart.sizes[0] = 5));
    }

    // ---- a session

    private final class Used {
        private final Marshalling marshalling = new Marshalling(host);
        private SessionImage image = new SessionImage(marshalling);
        private SessionState state = new SessionState("id", 0, 0, 600);

        Used(Object value) {
            state.put("x", value);
            request();
        }

        /** The end of a request. */
        void request() {
            assertThat(state.use()).isTrue();
            ticker.advance(Duration.ofSeconds(1));
            image.update(state);
            state.release(0);
        }

        /** Leaves memory and comes back. */
        @SuppressWarnings("unchecked")
        <T> T comesBack() {
            SessionRecord record = image.record(state);
            image = new SessionImage(marshalling);
            state = SessionImage.restore(record, image, host);
            return (T) state.attributes().get("x");
        }

        long found() {
            return marshalling.costs().stream()
                    .mapToLong(AttributeCost::changedInPlace)
                    .sum();
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("harmless")
    <T> void doesNotCryWolf(String name, Supplier<T> made, Consumer<T> use) {
        T value = made.get();
        Used session = new Used(value);
        use.accept(value);
        session.request();
        assertThat(session.found()).as("where it was made").isZero();
        session = new Used(made.get());
        T back = session.comesBack();
        session.request();
        assertThat(session.found()).as("after it has come back").isZero();
        use.accept(back);
        session.request();
        assertThat(session.found()).as("after it has come back and was used").isZero();
    }

    @Test
    void saysWhereBytesWereChangedAndNotSetAgain() {
        byte[] bytes = new byte[100];
        Used session = new Used(bytes);
        session.request();
        assertThat(session.found()).isZero();
        bytes[70] = 1;
        session.request();
        assertThat(session.found()).isEqualTo(1);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("changes")
    void saysWhatWasChangedAndNotSetAgain(String path, Consumer<Cart> change) {
        Cart cart = new Cart();
        Used session = new Used(cart);
        change.accept(cart);
        try (Said said = new Said()) {
            session.request();
            session.request();
            assertThat(said.messages())
                    .singleElement()
                    .asString()
                    .contains("KLS-101079", "'x' (" + Cart.class.getName() + ")", ": " + path + " is another now");
        }
        assertThat(session.found()).isEqualTo(2);
        session.state.put("x", cart);
        session.request();
        session.request();
        assertThat(session.found()).as("set again").isEqualTo(2);
        Used moved = new Used(new Cart());
        change.accept(moved.<Cart>comesBack());
        moved.request();
        assertThat(moved.found()).as("after it has come back").isEqualTo(1);
    }

    @Test
    void setAgainItIsNoFault() {
        Cart cart = new Cart();
        Used session = new Used(cart);
        for (int i = 0; i < 3; i++) {
            cart.items.get(0).count++;
            session.state.put("x", cart);
            session.request();
        }
        assertThat(session.found()).isZero();
    }

    @Test
    void anotherRequestMayBeAboutToSetIt() {
        Cart cart = new Cart();
        Used session = new Used(cart);
        assertThat(session.state.use()).isTrue();
        cart.items.get(0).count++;
        session.request();
        assertThat(session.found()).isZero();
        session.state.release(0);
        session.request();
        assertThat(session.found()).isEqualTo(1);
    }

    @Test
    void restsLongerThanItHasLooked() {
        Cart cart = new Cart();
        Used session = new Used(cart);
        cart.items.get(0).count++;
        for (int i = 0; i < 50; i++) {
            assertThat(session.state.use()).isTrue();
            ticker.advance(Duration.ofMillis(10));
            session.image.update(session.state);
            session.state.release(0);
        }
        assertThat(session.found()).isBetween(4L, 6L);
        host.development = true;
        Used developed = new Used(cart);
        cart.items.get(0).count++;
        for (int i = 0; i < 50; i++) {
            developed.image.update(developed.state);
        }
        assertThat(developed.found()).as("in development mode it rests less").isEqualTo(50);
    }

    @Test
    void looksAtSomeOfManyEachTime() {
        Used session = new Used("plain");
        for (int i = 0; i < 8; i++) {
            session.state.put("large" + i, new ArrayList<>(List.of("x".repeat(100_000))));
        }
        session.request();
        for (int i = 0; i < 8; i++) {
            @SuppressWarnings("unchecked")
            List<String> large = (List<String>) session.state.attributes().get("large" + i);
            large.add("more");
        }
        session.request();
        assertThat(session.found()).isBetween(1L, 2L);
        for (int i = 0; i < 16; i++) {
            session.request();
        }
        assertThat(session.marshalling.costs())
                .filteredOn(each -> each.attribute().startsWith("large"))
                .allMatch(each -> each.changedInPlace() > 0);
    }

    @Test
    void countsWhatAttributesCost() {
        Used session = new Used("text");
        session.state.put("x", "text");
        session.request();
        session.state.put("x", "longer");
        session.request();
        assertThat(session.marshalling.costs()).singleElement().satisfies(cost -> {
            assertThat(cost.attribute()).isEqualTo("x");
            assertThat(cost.type()).isEqualTo("java.lang.String");
            assertThat(cost.set()).isEqualTo(3);
            assertThat(cost.changed()).isEqualTo(2);
            assertThat(cost.bytes()).isEqualTo(5 + 7);
            assertThat(cost.unchangedBytes()).isEqualTo(5);
            assertThat(cost.largest()).isEqualTo(7);
            assertThat(cost.changedInPlace()).isZero();
        });
        for (int i = 0; i < 2_000; i++) {
            session.state.put("name-" + i, i);
        }
        session.request();
        assertThat(session.marshalling.costs()).hasSizeBetween(1_000, 1_001);
    }
}
