package io.keelson.kernel.naming;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.kernel.context.InvocationContext;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.LinkRef;
import javax.naming.NameAlreadyBoundException;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import javax.naming.OperationNotSupportedException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The {@code java:} names of applications. */
class ComponentNamesTest {
    private final Naming naming = Naming.open("one", () -> NamingSettings.NONE);
    private final ClassLoader loader = new URLClassLoader(new URL[0], getClass().getClassLoader());

    @AfterEach
    void close() {
        naming.close();
    }

    /** Runs something as code of an application. */
    private static <T> T in(ClassLoader loader, Callable<T> body) throws Exception {
        return new InvocationContext("shop", loader, 0).call(body);
    }

    private static Object lookup(String name) throws NamingException {
        return new InitialContext().lookup(name);
    }

    private ComponentNames shop() throws NamingException {
        ComponentNames names = naming.application("shop").module("web", loader);
        names.bind("java:comp/env/size", 7);
        return names;
    }

    @Test
    void aWebModuleHasOneTreeByTwoNames() throws Exception {
        try (ComponentNames names = shop()) {
            names.bind("java:module/env/colour", "red");
            in(loader, () -> {
                assertThat(lookup("java:comp/env/size")).isEqualTo(7);
                assertThat(lookup("java:module/env/size")).isEqualTo(7);
                assertThat(lookup("java:/comp/env/colour")).isEqualTo("red");
                assertThat(lookup("java:module/ModuleName")).isEqualTo("web");
                assertThat(lookup("java:app/AppName")).isEqualTo("shop");
                assertThat(((Context) lookup("java:comp/env")).lookup("size")).isEqualTo(7);
                assertThat(((Context) lookup("java:comp")).lookup("env/size")).isEqualTo(7);
                assertThat(((Context) lookup("java:")).lookup("comp/env/size")).isEqualTo(7);
                assertThat(((Context) lookup("java:comp/env")).getNameInNamespace())
                        .isEqualTo("java:comp/env");
                List<String> listed = new ArrayList<>();
                Collections.list(new InitialContext().list("java:comp/env"))
                        .forEach(pair -> listed.add(pair.getName()));
                assertThat(listed).containsExactly("colour", "size");
                listed.clear();
                Collections.list(new InitialContext().list("java:")).forEach(pair -> listed.add(pair.getName()));
                assertThat(listed).containsExactly("app", "comp", "global", "module");
                return null;
            });
        }
    }

    @Test
    void aClientThatIsNoApplicationSeesTheGlobalNamesOnly() throws Exception {
        try (ComponentNames names = shop()) {
            names.bind("java:global/shop/web/Bean", "bean");
            naming.context().bind("plain", "value");
            Context client = naming.clientContext();
            assertThat(client.lookup("java:global/shop/web/Bean")).isEqualTo("bean");
            assertThat(client.lookup("plain")).isEqualTo("value");
            assertThat(((Context) client.lookup("java:global/shop")).lookup("web/Bean"))
                    .isEqualTo("bean");
            assertThatThrownBy(() -> client.lookup("java:comp/env/size")).isInstanceOf(NameNotFoundException.class);
            assertThatThrownBy(() -> client.lookup("java:app/AppName")).isInstanceOf(NameNotFoundException.class);
            assertThatThrownBy(() -> client.bind("java:global/mine", 1))
                    .isInstanceOf(OperationNotSupportedException.class);
            assertThat(in(loader, () -> client.lookup("java:comp/env/size"))).isEqualTo(7);
        }
    }

    @Test
    void aClientThatIsNoApplicationSeesWhatEveryComponentHas() throws Exception {
        naming.addDefault("DefaultThing", "thing");
        Context client = naming.clientContext();

        assertThat(client.lookup("java:comp/DefaultThing")).isEqualTo("thing");
        assertThatThrownBy(() -> client.lookup("java:comp/OtherThing"))
                .isInstanceOf(NameNotFoundException.class)
                .hasMessageContaining("java:comp/OtherThing is not bound");
        assertThatThrownBy(() -> client.bind("java:comp/DefaultThing", 1))
                .isInstanceOf(OperationNotSupportedException.class);
    }

    @Test
    void saysWhichNameIsMissing() throws Exception {
        try (ComponentNames names = shop()) {
            in(loader, () -> {
                assertThatThrownBy(() -> lookup("java:comp/env/jdbc/x"))
                        .isInstanceOf(NameNotFoundException.class)
                        .hasMessage("java:comp/env/jdbc/x is not bound; java:comp/env has no 'jdbc'");
                assertThatThrownBy(() -> lookup("java:comp/UserTransaction")).isInstanceOf(NameNotFoundException.class);
                assertThatThrownBy(() -> lookup("java:jboss/x"))
                        .hasMessageContaining("java: has app, comp, global, module");
                return null;
            });
        }
    }

    @Test
    void applicationsReadAndChangeNothing() throws Exception {
        try (ComponentNames names = shop()) {
            in(loader, () -> {
                Context initial = new InitialContext();
                Context env = (Context) initial.lookup("java:comp/env");
                List<org.assertj.core.api.ThrowableAssert.ThrowingCallable> all = List.of(
                        () -> initial.bind("java:comp/env/x", 1),
                        () -> initial.rebind("java:comp/env/size", 1),
                        () -> initial.unbind("java:comp/env/size"),
                        () -> initial.rename("java:comp/env/size", "java:comp/env/y"),
                        () -> initial.createSubcontext("java:app/x"),
                        () -> initial.destroySubcontext("java:comp/env"),
                        () -> initial.bind("java:global/x", 1),
                        () -> env.bind("x", 1),
                        () -> env.rebind("size", 1),
                        () -> env.unbind("size"),
                        () -> env.createSubcontext("x"));
                all.forEach(change -> assertThatThrownBy(change).isInstanceOf(OperationNotSupportedException.class));
                env.close();
                assertThat(env.lookup("size")).isEqualTo(7);
                return null;
            });
        }
    }

    @Test
    void threadsOfTheApplicationInheritItsNames() throws Exception {
        try (ComponentNames names = shop();
                URLClassLoader below = new URLClassLoader(new URL[0], loader)) {
            Object found = in(loader, () -> {
                FutureTask<Object> task = new FutureTask<>(() -> lookup("java:comp/env/size"));
                new Thread(task).start();
                return task.get();
            });
            assertThat(found).isEqualTo(7);
            Thread.currentThread().setContextClassLoader(below);
            try {
                assertThat(lookup("java:comp/env/size")).isEqualTo(7);
            } finally {
                Thread.currentThread().setContextClassLoader(getClass().getClassLoader());
            }
        }
    }

    @Test
    void aContextRemembersWhereItWasMade() throws Exception {
        try (ComponentNames names = shop()) {
            Context made = in(loader, InitialContext::new);
            Object env = in(loader, () -> {
                new InitialContext().lookup(""); // any use makes the JDK ask for the context
                return new InitialContext().lookup("java:comp/env");
            });
            assertThat(((Context) env).lookup("size")).isEqualTo(7); // by a thread of no application
            Context root = in(loader, () -> (Context) made.lookup(""));
            assertThat(root.lookup("java:comp/env/size")).isEqualTo(7);
        }
    }

    @Test
    void theSlotOfTheInvocationContextGoesFirst() throws Exception {
        ClassLoader other = new URLClassLoader(new URL[0], getClass().getClassLoader());
        try (ComponentNames shop = shop();
                ComponentNames bank = naming.application("bank").module("bank", other)) {
            InvocationContext context = new InvocationContext("bank", loader, 0);
            context.put(ComponentNames.SLOT, bank);
            assertThat(context.<Object>call(() -> lookup("java:app/AppName"))).isEqualTo("bank");
            assertThat(context.copy().<Object>call(() -> lookup("java:app/AppName")))
                    .isEqualTo("bank");
        }
    }

    @Test
    void modulesShareTheirApplicationsNames() throws Exception {
        ClassLoader other = new URLClassLoader(new URL[0], getClass().getClassLoader());
        ApplicationNames application = naming.application("shop");
        ComponentNames one = application.module("one", loader);
        ComponentNames two = application.module("two", other);
        one.bind("java:app/env/rate", 3);
        two.bind("java:app/env/rate", 3); // the same again
        assertThatThrownBy(() -> two.bind("java:app/env/rate", 4)).isInstanceOf(NameAlreadyBoundException.class);
        one.bind("java:comp/env/only", 1);
        in(other, () -> {
            assertThat(lookup("java:app/env/rate")).isEqualTo(3);
            assertThatThrownBy(() -> lookup("java:comp/env/only")).isInstanceOf(NameNotFoundException.class);
            return null;
        });
        one.close();
        assertThat(in(other, () -> lookup("java:app/env/rate"))).isEqualTo(3);
        two.close();
        assertThatThrownBy(() -> in(other, () -> lookup("java:app/env/rate")))
                .isInstanceOf(NameNotFoundException.class);
    }

    @Test
    void undeploymentTakesAwayWhatTheApplicationBound() throws Exception {
        ComponentNames names = shop();
        names.bind("java:global/shop/x", 1);
        in(loader, () -> {
            new InitialContext().createSubcontext("shop").bind("a", 1);
            new InitialContext().bind("b", 2);
            return null;
        });
        naming.context().bind("kept", 3);
        Context env = in(loader, () -> (Context) lookup("java:comp/env"));
        names.close();
        assertThat(lookup("kept")).isEqualTo(3);
        assertThatThrownBy(() -> lookup("b")).isInstanceOf(NameNotFoundException.class);
        assertThatThrownBy(() -> lookup("shop")).isInstanceOf(NameNotFoundException.class);
        assertThatThrownBy(() -> env.lookup("size")).isInstanceOf(NameNotFoundException.class);
        try (ComponentNames again = shop()) {
            again.bind("java:global/shop/x", 2);
            assertThat(in(loader, () -> lookup("java:global/shop/x"))).isEqualTo(2);
        }
    }

    @Test
    void globalNamesAreSeenByAllAndBelongToOne() throws Exception {
        ClassLoader other = new URLClassLoader(new URL[0], getClass().getClassLoader());
        try (ComponentNames shop = shop();
                ComponentNames bank = naming.application("bank").module("bank", other)) {
            shop.bind("java:global/rate", 3);
            assertThat(in(other, () -> lookup("java:global/rate"))).isEqualTo(3);
            assertThatThrownBy(() -> bank.bind("java:global/rate", 3))
                    .isInstanceOf(NameAlreadyBoundException.class)
                    .hasMessage("java:global/rate is bound by application shop");
        }
    }

    @Test
    void linksLeadToTheServerTreeAndBack() throws Exception {
        try (ComponentNames names = shop()) {
            names.bind("java:comp/env/jdbc/orders", new LinkRef("pool"));
            names.bind("java:comp/env/alias", new LinkRef("java:comp/env/size"));
            naming.context().bind("pool", "the pool");
            in(loader, () -> {
                assertThat(lookup("java:comp/env/jdbc/orders")).isEqualTo("the pool");
                assertThat(lookup("java:comp/env/alias")).isEqualTo(7);
                return null;
            });
            naming.context().unbind("pool");
            assertThatThrownBy(() -> in(loader, () -> lookup("java:comp/env/jdbc/orders")))
                    .isInstanceOf(NameNotFoundException.class)
                    .hasMessageContaining("leads to pool");
        }
    }

    @Test
    void everyComponentHasTheDefaultsOfTheServer() throws Exception {
        naming.addDefault("DefaultDataSource", "the default");
        assertThatThrownBy(() -> naming.addDefault("DefaultDataSource", "another"))
                .isInstanceOf(IllegalStateException.class);
        try (ComponentNames names = shop()) {
            assertThat(in(loader, () -> lookup("java:comp/DefaultDataSource"))).isEqualTo("the default");
        }
    }

    @Test
    void theServerBindsNoSpaceAndNoOtherScheme() throws Exception {
        try (ComponentNames names = shop()) {
            for (String wrong : List.of("x", "java:comp", "java:", "ldap://x/y")) {
                assertThatThrownBy(() -> names.bind(wrong, 1)).as(wrong).isInstanceOf(NamingException.class);
            }
        }
    }

    @Test
    void severalServersShareTheJvm() throws Exception {
        ClassLoader other = new URLClassLoader(new URL[0], getClass().getClassLoader());
        try (Naming two = Naming.open("two", () -> NamingSettings.NONE);
                ComponentNames here = shop();
                ComponentNames there = two.application("shop").module("web", other)) {
            there.bind("java:comp/env/size", 8);
            naming.context().bind("where", "one");
            two.context().bind("where", "two");
            assertThat(in(loader, () -> lookup("where"))).isEqualTo("one");
            assertThat(in(other, () -> lookup("where"))).isEqualTo("two");
            assertThat(in(other, () -> lookup("java:comp/env/size"))).isEqualTo(8);
        }
    }
}
