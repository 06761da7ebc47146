package io.keelson.kernel.serial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.math.BigDecimal;
import java.net.URI;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Currency;
import java.util.EnumMap;
import java.util.GregorianCalendar;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.management.BadAttributeValueExpException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ApplicationObjectsTest {
    private final ApplicationObjects objects = new ApplicationObjects(ApplicationObjectsTest.class.getClassLoader());

    private record Item(String name, BigDecimal price) implements Serializable {}

    private static final class Cart implements Serializable {
        private static final long serialVersionUID = 1L;

        private final List<Object> items = new ArrayList<>();
        private final Map<String, Object> notes = new HashMap<>();
        private final transient Object lock = new Object();

        @Override
        public boolean equals(Object other) {
            return other instanceof Cart cart && cart.items.equals(items) && cart.notes.equals(notes);
        }

        @Override
        public int hashCode() {
            return items.hashCode();
        }
    }

    private static Cart cart() {
        Cart cart = new Cart();
        cart.items.add(new Item("tea", new BigDecimal("2.50")));
        cart.notes.put("when", List.of(1, 2));
        return cart;
    }

    static List<Object> usual() {
        EnumMap<TimeUnit, int[]> units = new EnumMap<>(TimeUnit.class);
        return List.of(
                cart(),
                "text",
                7,
                'c',
                1.5,
                new TreeMap<>(Map.of("a", 1)),
                new ConcurrentHashMap<>(Map.of("a", List.of("b"))),
                Map.of(1, "x", 2, "y"),
                List.of(1, 2, 3),
                Arrays.asList("a", "b"),
                ZonedDateTime.parse("2026-01-02T03:04:05+01:00[Europe/Berlin]"),
                new GregorianCalendar(2026, 0, 2),
                Currency.getInstance("EUR"),
                Locale.GERMANY,
                UUID.fromString("00000000-0000-0001-0000-000000000002"),
                URI.create("http://example.com/"),
                TimeUnit.DAYS,
                units);
    }

    @ParameterizedTest
    @MethodSource("usual")
    void whatApplicationsKeepComesBack(Object value) throws Exception {
        assertThat(objects.read(objects.write(value))).isEqualTo(value);
    }

    @Test
    void arraysAndExceptionsComeBack() throws Exception {
        assertThat((long[]) objects.read(objects.write(new long[] {1, 2}))).containsExactly(1, 2);
        assertThat((Item[][]) objects.read(objects.write(new Item[2][3]))).hasDimensions(2, 3);
        assertThat(((AtomicInteger) objects.read(objects.write(new AtomicInteger(4)))).get())
                .isEqualTo(4);
        assertThat((Exception) objects.read(objects.write(new IllegalStateException("x"))))
                .hasMessage("x");
        assertThat(objects.read(objects.write(int.class))).isEqualTo(int.class);
    }

    @Test
    void aClassOfTheJdkThatIsNotReadIsNotWrittenEither() throws Exception {
        Object refused = new BadAttributeValueExpException("x");

        assertThatExceptionOfType(InvalidClassException.class)
                .isThrownBy(() -> objects.write(List.of(refused)))
                .withMessageContaining("BadAttributeValueExpException");
        assertThatExceptionOfType(InvalidClassException.class).isThrownBy(() -> objects.read(bare(refused)));
    }

    private static byte[] bare(Object value) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        }
        return bytes.toByteArray();
    }

    @Test
    void aShortMessageMakesNoLongArray() throws Exception {
        byte[] bytes = bare(new byte[2_000_000]);
        byte[] cut = Arrays.copyOf(bytes, 100);

        assertThatExceptionOfType(InvalidClassException.class)
                .isThrownBy(() -> objects.read(cut))
                .withMessageContaining("REJECTED");
    }

    @Test
    void aGraphThatIsTooDeepIsRefused() {
        Object[] deep = {"end"};
        for (int i = 0; i < 1_100; i++) {
            deep = new Object[] {deep};
        }
        Object root = deep;

        assertThatExceptionOfType(IOException.class).isThrownBy(() -> objects.read(bare(root)));
    }

    @Test
    void classesAreThoseOfTheApplicationAlone() throws Exception {
        byte[] bytes = objects.write(cart());
        ApplicationObjects other = new ApplicationObjects(ClassLoader.getPlatformClassLoader());

        assertThatExceptionOfType(ClassNotFoundException.class).isThrownBy(() -> other.read(bytes));
    }

    @Test
    void saysWhereWhatIsNotSerializableLies() {
        Cart cart = cart();
        cart.items.add(new HashMap<>(Map.of("supplier", Optional.of("x"))));

        assertThatExceptionOfType(NotSerializableException.class).isThrownBy(() -> objects.write(cart));
        assertThat(FieldPath.find("cart", cart)).contains("cart.items[1][supplier] (java.util.Optional)");
        assertThat(FieldPath.find("cart", cart())).isEmpty();
        assertThat(FieldPath.find("it", new Object())).contains("it (java.lang.Object)");
    }

    @Test
    void aCircleHasNoEnd() {
        Cart cart = cart();
        cart.items.add(cart);

        assertThat(FieldPath.find("cart", cart)).isEmpty();
    }
}
