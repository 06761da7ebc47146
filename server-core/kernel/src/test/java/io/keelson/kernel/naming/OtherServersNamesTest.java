package io.keelson.kernel.naming;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.kernel.context.InvocationContext;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import javax.naming.InitialContext;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OtherServersNamesTest {
    private final AtomicReference<NamingSettings> settings = new AtomicReference<>(NamingSettings.NONE);
    private final Naming naming = Naming.open("one", settings::get, true);
    private final ClassLoader loader = new URLClassLoader(new URL[0], getClass().getClassLoader());

    @BeforeEach
    void defaults() {
        naming.addDefault("DefaultDataSource", "the default");
    }

    @AfterEach
    void close() {
        naming.close();
    }

    private <T> T in(Callable<T> body) throws Exception {
        try (ComponentNames names = naming.application("shop").module("web", loader)) {
            return new InvocationContext("shop", loader, 0).call(body);
        }
    }

    private static Object lookup(String name) throws NamingException {
        return new InitialContext().lookup(name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "java:jboss/datasources/ExampleDS",
                "java:/jboss/datasources/ExampleDS",
                "java:/DefaultDS",
                "jdbc/__default",
                "jdbc/DefaultDataSource"
            })
    void aDefaultOfAnotherServerIsOurs(String name) throws Exception {
        assertThat(in(() -> lookup(name))).isEqualTo("the default");
        assertThat(in(() -> new InitialContext().lookupLink(name))).isEqualTo("the default");
    }

    @ParameterizedTest
    @ValueSource(strings = {"java:jboss/datasources/orders", "java:/jdbc/orders", "java:jboss/exported/jdbc/orders"})
    void aPlaceOfAnotherServerIsLeftOut(String name) throws Exception {
        naming.context().createSubcontext("jdbc").bind("orders", "orders");
        assertThat(in(() -> lookup(name))).isEqualTo("orders");
    }

    @Test
    void whatIsBoundByTheNameGoesFirst() throws Exception {
        naming.context().createSubcontext("jdbc").bind("__default", "own");
        assertThat(in(() -> lookup("jdbc/__default"))).isEqualTo("own");
    }

    @Test
    void namesOfThisServerAreNeverTranslated() throws Exception {
        naming.context().createSubcontext("comp").bind("x", "not this");
        assertThatThrownBy(() -> in(() -> lookup("java:comp/x"))).isInstanceOf(NameNotFoundException.class);
        assertThatThrownBy(() -> in(() -> lookup("java:jboss/datasources/none")))
                .isInstanceOf(NameNotFoundException.class)
                .hasMessageContaining("java:jboss/datasources/none");
    }

    @Test
    void aSettingDecides() throws Exception {
        settings.set(new NamingSettings(List.of(), List.of(), false, NamingSettings.OtherNames.OFF));
        assertThatThrownBy(() -> in(() -> lookup("java:jboss/datasources/ExampleDS")))
                .isInstanceOf(NameNotFoundException.class);
        try (Naming production = Naming.open("two", () -> NamingSettings.NONE, false);
                ComponentNames names = production.application("mail").module("web", new URLClassLoader(new URL[0]))) {
            production.context().bind("orders", "orders");
            assertThatThrownBy(() -> names.initialContext().lookup("java:/orders"))
                    .isInstanceOf(NameNotFoundException.class);
        }
    }

    @Test
    void anApplicationDefinesByAnotherServersNameForAllApplications() throws Exception {
        try (ComponentNames names = naming.application("shop").module("web", loader)) {
            names.bind("java:jboss/datasources/shop", "of shop");
            names.bind("java:/queue/HELLO", "queue");
            ClassLoader second = new URLClassLoader(new URL[0], getClass().getClassLoader());
            try (ComponentNames other = naming.application("other").module("web", second)) {
                assertThat(other.initialContext().lookup("java:jboss/datasources/shop"))
                        .isEqualTo("of shop");
                assertThat(other.initialContext().lookup("java:queue/HELLO")).isEqualTo("queue");
                assertThat(other.initialContext().lookup("queue/HELLO")).isEqualTo("queue");
            }
        }
        assertThatThrownBy(() -> in(() -> lookup("java:jboss/datasources/shop")))
                .isInstanceOf(NameNotFoundException.class);
    }
}
