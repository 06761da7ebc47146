package io.keelson.kernel.naming;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.kernel.context.InvocationContext;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Collections;
import java.util.Set;
import javax.naming.InitialContext;
import javax.naming.LinkRef;
import javax.naming.NameClassPair;
import javax.naming.NameNotFoundException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SightTest {
    private final ClassLoader loader = new URLClassLoader(new URL[0], getClass().getClassLoader());
    private final Naming naming = Naming.open("sight", () -> NamingSettings.NONE);
    private @Nullable String reason;
    private ComponentNames module;
    private InvocationContext context;
    private @Nullable InvocationContext before;
    private ClassLoader beforeLoader;

    @BeforeEach
    void enter() throws Exception {
        naming.addDefault("UserTransaction", "user");
        naming.guard("UserTransaction", () -> reason);
        module = naming.application("shop").module("beans", loader);
        module.bind("java:comp/env/a/first", 1);
        module.bind("java:comp/env/second", 2);
        module.bind("java:comp/env/user", new LinkRef("java:comp/UserTransaction"));
        beforeLoader = Thread.currentThread().getContextClassLoader();
        context = new InvocationContext("shop", loader, 0);
        before = InvocationContext.enter(context);
    }

    @AfterEach
    void leave() {
        InvocationContext.exit(before, beforeLoader);
        module.close();
        naming.close();
    }

    private static Object lookup(String name) throws Exception {
        return new InitialContext().lookup(name);
    }

    @Test
    void aGuardedNameIsThereWhereTheGuardAgrees() throws Exception {
        assertThat(lookup("java:comp/UserTransaction")).isEqualTo("user");
        assertThat(lookup("java:comp/env/user")).isEqualTo("user");
        reason = "as the test says";
        for (String name : Set.of("java:comp/UserTransaction", "java:module/UserTransaction", "java:comp/env/user")) {
            assertThatThrownBy(() -> lookup(name))
                    .as(name)
                    .isInstanceOf(NameNotFoundException.class)
                    .hasMessageContaining("as the test says");
        }
        assertThat(names("java:comp")).doesNotContain("UserTransaction").contains("env");
    }

    @Test
    void injectionFindsGuardedNames() throws Exception {
        reason = "as the test says";
        assertThat(module.injectionContext().lookup("java:comp/UserTransaction"))
                .isEqualTo("user");
        assertThat(module.injectionContext().lookup("java:comp/env/user")).isEqualTo("user");
    }

    @Test
    void aNameHasOneGuard() {
        assertThatThrownBy(() -> naming.guard("UserTransaction", () -> null))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("UserTransaction");
    }

    @Test
    void aComponentDoesNotSeeNamesOfOthers() throws Exception {
        try (ComponentNames own = module.ofComponent(Set.of("java:comp/env/a/first", "java:comp/env/third"))) {
            context.put(ComponentNames.SLOT, own);
            assertThatThrownBy(() -> lookup("java:comp/env/a/first")).isInstanceOf(NameNotFoundException.class);
            assertThat(names("java:comp/env/a")).isEmpty();
            assertThat(lookup("java:comp/env/second")).isEqualTo(2);
            assertThat(names("java:comp/env")).contains("second");
            assertThat(own.injectionContext().lookup("java:comp/env/a/first")).isEqualTo(1);
            context.put(ComponentNames.SLOT, null);
        }
        assertThat(lookup("java:comp/env/a/first")).isEqualTo(1);
    }

    @Test
    void injectionHasTheNamesOfItsComponentOnThreadsOfAnother() throws Exception {
        module.bind("java:comp/env/linked", new LinkRef("java:comp/env/second"));
        try (ComponentNames calling = module.ofComponent(Set.of())) {
            calling.bind("java:comp/env/second", 22);
            context.put(ComponentNames.SLOT, calling);

            assertThat(lookup("java:comp/env/second")).isEqualTo(22);
            assertThat(module.injectionContext().lookup("java:comp/env/second")).isEqualTo(2);
            assertThat(module.injectionContext().lookup("java:comp/env/linked")).isEqualTo(2);
            assertThat(calling.injectionContext().lookup("java:comp/env/second"))
                    .isEqualTo(22);
            context.put(ComponentNames.SLOT, null);
        }
    }

    private static Set<String> names(String of) throws Exception {
        Set<String> names = new java.util.HashSet<>();
        for (NameClassPair each : Collections.list(new InitialContext().list(of))) {
            names.add(each.getName());
        }
        return names;
    }
}
