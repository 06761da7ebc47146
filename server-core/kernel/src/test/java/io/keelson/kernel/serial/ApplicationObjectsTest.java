package io.keelson.kernel.serial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.awt.Color;
import java.awt.Point;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InvalidClassException;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URL;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.sql.Connection;
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
import java.util.Set;
import java.util.SimpleTimeZone;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import javax.crypto.spec.SecretKeySpec;
import javax.management.BadAttributeValueExpException;
import javax.management.ObjectName;
import javax.naming.CompositeName;
import javax.naming.NamingException;
import javax.naming.directory.BasicAttributes;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import javax.security.auth.Subject;
import javax.security.auth.kerberos.KerberosPrincipal;
import javax.security.auth.x500.X500Principal;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.namespace.QName;
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

    /** Of which a stream has more classes than their own: superclasses, stand-ins, those that a factory chose. */
    static List<Object> ofNetworkXmlAndSecurity() throws Exception {
        DatatypeFactory xml = DatatypeFactory.newInstance();
        X500Principal principal = new X500Principal("CN=a");
        PublicKey key = KeyPairGenerator.getInstance("EC").generateKeyPair().getPublic();
        return List.of(
                new InetSocketAddress("127.0.0.1", 5),
                InetSocketAddress.createUnresolved("keelson.invalid", 7),
                InetAddress.getLoopbackAddress(),
                new URL("http://127.0.0.1/b"),
                xml.newXMLGregorianCalendar("2020-01-01T00:00:00Z"),
                xml.newDuration(5_000),
                new QName("u", "l"),
                principal,
                new KerberosPrincipal("a@B"),
                new Subject(false, Set.of(principal), Set.of(), Set.of()),
                new SecretKeySpec(new byte[16], "AES"),
                key,
                new LdapName("cn=a,dc=b"),
                new Rdn("cn=a"),
                new CompositeName("a/b"),
                new BasicAttributes("a", "b"),
                new ObjectName("a:b=c"),
                Level.INFO,
                InputStream.class,
                Serializable.class,
                new SimpleTimeZone(3_600_000, "X"),
                new Point(1, 2),
                new Color(1, 2, 3));
    }

    @ParameterizedTest
    @MethodSource("ofNetworkXmlAndSecurity")
    void valuesOfTheJdkComeBack(Object value) throws Exception {
        assertThat(objects.read(objects.write(value))).isEqualTo(value);
    }

    @Test
    void proxiesAndArraysOfInterfacesComeBack() throws Exception {
        Object proxy = Proxy.newProxyInstance(
                ApplicationObjectsTest.class.getClassLoader(),
                new Class<?>[] {Runnable.class, Connection.class},
                (InvocationHandler & Serializable) (self, method, arguments) -> "proxy of " + method.getName());
        assertThat(objects.read(objects.write(proxy))).hasToString("proxy of toString");
        assertThat((Serializable[]) objects.read(objects.write(new Serializable[] {"a", 1})))
                .containsExactly("a", 1);
        NamingException exception = new NamingException("x");
        assertThat((NamingException) objects.read(objects.write(exception))).hasMessage("x");
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
