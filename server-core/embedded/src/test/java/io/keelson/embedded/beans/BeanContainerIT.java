package io.keelson.embedded.beans;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.keelson.embedded.beans.shop.Basket;
import io.keelson.embedded.beans.shop.Greeter;
import io.keelson.embedded.beans.shop.Plain;
import io.keelson.embedded.beans.shop.Receipt;
import io.keelson.embedded.beans.shop.Shelf;
import io.keelson.embedded.beans.shop.Till;
import jakarta.ejb.EJBException;
import jakarta.ejb.NoSuchEJBException;
import jakarta.ejb.embeddable.EJBContainer;
import jakarta.transaction.UserTransaction;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests what a user's test does with the embeddable container, in the test's own JVM. */
@Timeout(120)
class BeanContainerIT {
    /** The directory of this test's classes, which has the beans. */
    private static final String MODULE = "test-classes";

    @TempDir
    Path directory;

    private static <T> T bean(EJBContainer container, String name, Class<T> type) throws NamingException {
        return type.cast(container.getContext().lookup(name));
    }

    private static <T> T bean(EJBContainer container, Class<T> type) throws NamingException {
        return bean(container, "java:global/" + MODULE + "/" + type.getSimpleName(), type);
    }

    @Test
    void runsTheBeansOfTheClassPathWithTheClassesOfTheTest() throws Exception {
        try (EJBContainer container = EJBContainer.createEJBContainer()) {
            Greeter greeter = bean(container, Greeter.class);
            assertThat(greeter.greet("you")).isEqualTo("hello you!");
            assertThat(greeter.price("tea")).isEqualTo(30);
            assertThat(greeter.inTransaction()).isTrue();
            Receipt receipt = new Receipt(7);
            assertThat(greeter.receipt(receipt)).isSameAs(receipt);

            Basket basket = bean(container, "java:global/" + MODULE + "/BasketBean", Basket.class);
            Basket other =
                    bean(container, "java:global/" + MODULE + "/BasketBean!" + Basket.class.getName(), Basket.class);
            basket.add("tea");
            assertThat(basket.items()).containsExactly("tea");
            assertThat(other.items()).isEmpty();
            basket.pay();
            assertThatThrownBy(basket::items).isInstanceOf(NoSuchEJBException.class);
        }
    }

    @Test
    void hasADefaultDataSourceAndPersistence() throws Exception {
        try (EJBContainer container = EJBContainer.createEJBContainer()) {
            Shelf shelf = bean(container, Shelf.class);
            assertThat(shelf.put("tea").id()).isNotNull();
            shelf.put("bread");
            assertThatThrownBy(() -> shelf.putInVain("poison"))
                    .isInstanceOf(EJBException.class)
                    .hasRootCauseMessage("in vain");
            assertThat(shelf.titles()).containsExactly("bread", "tea");
            assertThat(shelf.rows()).isEqualTo(2);
        }
    }

    /** As tests that clean up after themselves do: nothing of the test is kept. */
    @Test
    void theTestMayHaveATransactionOfItsOwn() throws Exception {
        try (EJBContainer container = EJBContainer.createEJBContainer()) {
            Shelf shelf = bean(container, Shelf.class);
            UserTransaction transaction = bean(container, "java:comp/UserTransaction", UserTransaction.class);
            transaction.begin();
            shelf.put("tea");
            assertThat(shelf.titles()).containsExactly("tea");
            transaction.rollback();
            assertThat(shelf.titles()).isEmpty();
            transaction.begin();
            shelf.put("bread");
            transaction.commit();
            assertThat(shelf.titles()).containsExactly("bread");
        }
    }

    @Test
    void startsAndEndsSingletonsWithTheirTimersAndThreads() throws Exception {
        Till.EVENTS.clear();
        try (EJBContainer container = EJBContainer.createEJBContainer()) {
            assertThat(Till.EVENTS).containsExactly("opened");
            Till till = bean(container, Till.class);
            assertThat(till.count().get(30, TimeUnit.SECONDS))
                    .isNotEqualTo(Thread.currentThread().getName());
            int fired = Till.FIRED.get();
            await().atMost(Duration.ofSeconds(30)).until(() -> Till.FIRED.get() > fired);
            till.ring();
            await().atMost(Duration.ofSeconds(30)).until(() -> Till.EVENTS.contains("ring"));
        }
        assertThat(Till.EVENTS).containsExactly("opened", "ring", "closed");
    }

    @Test
    void opensNoPortUnlessItIsAskedTo() throws Exception {
        try (EJBContainer container = EJBContainer.createEJBContainer()) {
            assertThat(bean(container, Greeter.class).price("x")).isEqualTo(10);
            assertThat(threads()).noneMatch(name -> name.contains("DynamicListenThread"));
        }
        try (EJBContainer container =
                EJBContainer.createEJBContainer(Map.of("keelson.servers.AdminServer.listen-port", 0))) {
            assertThat(bean(container, Greeter.class).price("x")).isEqualTo(10);
            assertThat(threads()).anyMatch(name -> name.contains("DynamicListenThread"));
        }
        assertThat(threads()).noneMatch(name -> name.contains("DynamicListenThread"));
    }

    private static Set<String> threads() {
        Set<String> names = new TreeSet<>();
        Thread.getAllStackTraces().keySet().forEach(thread -> names.add(thread.getName()));
        return names;
    }

    @Test
    void oneAfterTheOtherButNotTwoAtATime() throws Exception {
        Greeter before;
        EJBContainer first = EJBContainer.createEJBContainer();
        try {
            before = bean(first, Greeter.class);
            assertThatThrownBy(EJBContainer::createEJBContainer)
                    .isInstanceOf(EJBException.class)
                    .hasMessageContaining("is open in this JVM already");
            assertThat(before.greet("you")).isEqualTo("hello you!");
        } finally {
            first.close();
        }
        first.close();
        assertThatThrownBy(first::getContext).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> before.greet("you")).isInstanceOf(NoSuchEJBException.class);
        Set<String> one = threads();
        try (EJBContainer second = EJBContainer.createEJBContainer()) {
            assertThat(bean(second, Greeter.class).greet("me")).isEqualTo("hello me!");
            assertThatThrownBy(() -> before.greet("you")).isInstanceOf(NoSuchEJBException.class);
        }
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(one).containsAll(threadsOfServers()));
    }

    private static Set<String> threadsOfServers() {
        Set<String> names = threads();
        names.removeIf(name -> !name.contains("keelson") && !name.contains("ExecuteThread"));
        return names;
    }

    @Test
    void modulesAreNamedOrGivenAsFiles() throws Exception {
        for (Object modules : List.of(MODULE, new String[] {MODULE}, classes().toFile(), new File[] {
            classes().toFile()
        })) {
            try (EJBContainer container = EJBContainer.createEJBContainer(Map.of(EJBContainer.MODULES, modules))) {
                assertThat(bean(container, Greeter.class).greet("you")).isEqualTo("hello you!");
            }
        }
        for (Object modules :
                List.of("no-such", new File("no-such.jar"), new String[0], 5, new File[] {null}, new String[] {null})) {
            assertThatThrownBy(() -> EJBContainer.createEJBContainer(Map.of(EJBContainer.MODULES, modules)))
                    .isInstanceOf(EJBException.class)
                    .hasMessageContaining(
                            modules instanceof String || modules instanceof File ? "no-such" : EJBContainer.MODULES);
        }
    }

    private static Path classes() throws Exception {
        return Path.of(BeanContainerIT.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
    }

    @Test
    void namesHaveTheApplicationWhereItHasOne() throws Exception {
        Path one = module("one.jar", "One", Plain.class);
        Path two = module("two & more.jar", "Two", Plain.class);
        Map<String, Object> both = Map.of(EJBContainer.MODULES, new File[] {one.toFile(), two.toFile()});
        try (EJBContainer container = EJBContainer.createEJBContainer(both)) {
            assertThat(bean(container, "java:global/one/One", Plain.class).type())
                    .isSameAs(Plain.class);
            assertThat(bean(container, "java:global/two & more/Two", Plain.class)
                            .type())
                    .isSameAs(Plain.class);
        }
        try (EJBContainer container = EJBContainer.createEJBContainer(
                Map.of(EJBContainer.MODULES, both.get(EJBContainer.MODULES), EJBContainer.APP_NAME, "the shop"))) {
            assertThat(bean(container, "java:global/the shop/one/One", Plain.class)
                            .type())
                    .isSameAs(Plain.class);
            assertThatThrownBy(() -> bean(container, "java:global/one/One", Plain.class))
                    .isInstanceOf(NameNotFoundException.class);
        }
        assertThatThrownBy(() -> EJBContainer.createEJBContainer(Map.of(EJBContainer.APP_NAME, "a/b")))
                .isInstanceOf(EJBException.class)
                .hasMessageContaining(EJBContainer.APP_NAME);
    }

    /** A jar with a descriptor that declares a bean of a class. */
    private Path module(String file, String name, Class<?> type) throws IOException {
        Path jar = directory.resolve(file);
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
            zip.putNextEntry(new ZipEntry("META-INF/ejb-jar.xml"));
            zip.write(descriptor(name, type.getName()).getBytes(StandardCharsets.UTF_8));
        }
        return jar;
    }

    private static String descriptor(String name, String type) {
        return "<ejb-jar xmlns='https://jakarta.ee/xml/ns/jakartaee' version='4.0'><enterprise-beans><session>"
                + "<ejb-name>" + name + "</ejb-name><local-bean/><ejb-class>" + type + "</ejb-class>"
                + "<session-type>Singleton</session-type><init-on-startup>true</init-on-startup>"
                + "</session></enterprise-beans></ejb-jar>";
    }

    @Test
    void classesThatAreNotOnTheClassPathComeFromTheModule() throws Exception {
        Path sources = Files.createDirectories(directory.resolve("source/elsewhere"));
        Path source = sources.resolve("Far.java");
        Files.writeString(
                source,
                "package elsewhere; @jakarta.ejb.Stateless public class Far implements java.util.function.Supplier<String> {"
                        + " public String get() { return getClass().getName(); } }");
        Path far = Files.createDirectories(directory.resolve("far"));
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, "-d", far.toString(), "-proc:none", source.toString()))
                .isZero();
        Map<String, Object> properties = Map.of(EJBContainer.MODULES, far.toFile());
        try (EJBContainer container = EJBContainer.createEJBContainer(properties)) {
            assertThat(bean(container, "java:global/far/Far", Supplier.class).get())
                    .isEqualTo("elsewhere.Far");
        }
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {far.toUri().toURL()}, before)) {
            Thread.currentThread().setContextClassLoader(loader);
            try (EJBContainer container = EJBContainer.createEJBContainer(Map.of(EJBContainer.MODULES, "far"))) {
                Object bean = container.getContext().lookup("java:global/far/Far");
                assertThat(bean.getClass().getClassLoader()).isSameAs(loader); // beside the class of the bean
            }
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    private static final String LETTERS = "keelson.test.letters";

    private static final String SENDER = """
            package post;
            import jakarta.annotation.Resource;
            import jakarta.ejb.Stateless;
            import jakarta.jms.*;
            @Stateless
            @JMSDestinationDefinition(
                    name = "java:app/jms/letters",
                    interfaceName = "jakarta.jms.Queue",
                    destinationName = "letters")
            public class Sender implements java.util.function.Consumer<String> {
                @Resource(lookup = "java:comp/DefaultJMSConnectionFactory")
                private ConnectionFactory factory;
                @Resource(lookup = "java:app/jms/letters")
                private Queue letters;
                public void accept(String text) {
                    try (JMSContext context = factory.createContext()) {
                        context.createProducer().send(letters, text);
                    }
                    if (text.equals("in vain")) {
                        throw new java.lang.IllegalStateException(text);
                    }
                }
            }
            """;

    private static final String READER = """
            package post;
            import jakarta.ejb.*;
            import jakarta.jms.*;
            @MessageDriven(activationConfig = @ActivationConfigProperty(
                    propertyName = "destinationLookup", propertyValue = "java:app/jms/letters"))
            public class Reader implements MessageListener {
                @SuppressWarnings("unchecked")
                public void onMessage(Message message) {
                    try {
                        ((java.util.Collection<String>) System.getProperties().get("keelson.test.letters"))
                                .add(message.getBody(String.class));
                    } catch (JMSException e) {
                        throw new EJBException(e);
                    }
                }
            }
            """;

    @Test
    @SuppressWarnings("unchecked")
    void messageDrivenBeansReceiveWhatOthersSend() throws Exception {
        Path post = Files.createDirectories(directory.resolve("post"));
        Path sources = Files.createDirectories(directory.resolve("post-source/post"));
        Path sender = Files.writeString(sources.resolve("Sender.java"), SENDER);
        Path reader = Files.writeString(sources.resolve("Reader.java"), READER);
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .run(
                                null,
                                null,
                                null,
                                "-d",
                                post.toString(),
                                "-proc:none",
                                sender.toString(),
                                reader.toString()))
                .isZero();
        List<String> letters = new CopyOnWriteArrayList<>();
        System.getProperties().put(LETTERS, letters);
        try (EJBContainer container = EJBContainer.createEJBContainer(Map.of(EJBContainer.MODULES, post.toFile()))) {
            Consumer<String> send = bean(container, "java:global/post/Sender", Consumer.class);
            send.accept("one");
            assertThatThrownBy(() -> send.accept("in vain")).isInstanceOf(EJBException.class);
            send.accept("two");

            await().atMost(Duration.ofSeconds(30)).until(() -> letters.size() >= 2);
            assertThat(letters).containsExactlyInAnyOrder("one", "two");
            assertThat(threads()).noneMatch(name -> name.contains("DynamicListenThread"));
        } finally {
            System.getProperties().remove(LETTERS);
        }
    }

    @Test
    void aBrokenModuleSaysWhyAndLeavesNothing() throws Exception {
        Path missing = Files.createDirectories(directory.resolve("missing/META-INF"));
        Files.writeString(missing.resolve("ejb-jar.xml"), descriptor("Missing", "no.Such"));
        assertThatThrownBy(() -> new BeanContainerProvider()
                        .createEJBContainer(
                                Map.of(EJBContainer.MODULES, missing.getParent().toFile())))
                .isInstanceOf(EJBException.class)
                .hasMessageContaining("no.Such")
                .hasMessageContaining(missing.getParent().toString())
                .cause()
                .isNotNull();
        Path broken = module("broken.jar", "Broken", Plain.Broken.class);
        List<Throwable> causes = new ArrayList<>();
        assertThatThrownBy(() ->
                        new BeanContainerProvider().createEJBContainer(Map.of(EJBContainer.MODULES, broken.toFile())))
                .isInstanceOf(EJBException.class)
                .satisfies(failure -> {
                    for (Throwable at = failure; at != null; at = at.getCause()) {
                        causes.add(at);
                    }
                });
        assertThat(causes).anyMatch(IllegalArgumentException.class::isInstance);
        assertThatThrownBy(() -> EJBContainer.createEJBContainer(Map.of("keelson.no-such-setting", "1")))
                .isInstanceOf(EJBException.class)
                .hasMessageContaining("no-such-setting");
        try (EJBContainer container = EJBContainer.createEJBContainer()) {
            assertThat(bean(container, Greeter.class).price("x")).isEqualTo(10);
        }
    }

    @Test
    void leavesWhatAnotherProviderIsAskedFor() {
        assertThat(new BeanContainerProvider().createEJBContainer(Map.of(EJBContainer.PROVIDER, "some.Other")))
                .isNull();
        try (EJBContainer container = new BeanContainerProvider()
                .createEJBContainer(Map.of(
                        EJBContainer.PROVIDER, BeanContainerProvider.class.getName(), EJBContainer.MODULES, MODULE))) {
            assertThat(container).isNotNull();
        }
    }
}
