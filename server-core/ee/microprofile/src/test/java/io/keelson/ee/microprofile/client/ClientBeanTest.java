package io.keelson.ee.microprofile.client;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.enterprise.context.spi.CreationalContext;
import jakarta.enterprise.inject.spi.Bean;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClientBeanTest {
    private final List<String> calls = new ArrayList<>();

    /** A bean whose instances hide the client that a builder made for them. */
    @SuppressWarnings("unchecked")
    private Bean<Runnable> hiding(String name, Runnable before) {
        return (Bean<Runnable>) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Bean.class}, (proxy, method, arguments) -> {
                    switch (method.getName()) {
                        case "create" -> {
                            before.run();
                            ClientBean.built((AutoCloseable) () -> calls.add("closed " + name));
                            return (Runnable) () -> calls.add("called " + name);
                        }
                        case "destroy" -> calls.add("destroyed " + name);
                        case "getBeanClass" -> {
                            return Runnable.class;
                        }
                        default -> throw new AssertionError(method);
                    }
                    return null;
                });
    }

    @SuppressWarnings("unchecked")
    private static CreationalContext<Runnable> context() {
        return (CreationalContext<Runnable>) Proxy.newProxyInstance(
                ClientBeanTest.class.getClassLoader(), new Class<?>[] {CreationalContext.class}, (p, m, a) -> null);
    }

    @Test
    void closesWhatItMade() {
        ClientBean<Runnable> bean = new ClientBean<>(hiding("bank", () -> {}));
        Runnable first = bean.create(context());
        Runnable second = bean.create(context());

        bean.destroy(first, context());

        assertThat(calls).containsExactly("closed bank", "destroyed bank");
        second.run();
        assertThat(calls).endsWith("called bank");
    }

    @Test
    void clientsMadeMeanwhileBelongToTheirOwnBeans() {
        ClientBean<Runnable> inner = new ClientBean<>(hiding("inner", () -> {}));
        List<Runnable> made = new ArrayList<>();
        ClientBean<Runnable> outer = new ClientBean<>(hiding("outer", () -> made.add(inner.create(context()))));

        outer.destroy(outer.create(context()), context());
        assertThat(calls).containsExactly("closed outer", "destroyed outer");

        inner.destroy(made.get(0), context());
        assertThat(calls).endsWith("closed inner", "destroyed inner");
    }

    @Test
    void clientsThatAreBuiltElsewhereStayOpen() {
        ClientBean.built((AutoCloseable) () -> calls.add("closed"));
        ClientBean<Runnable> bean = new ClientBean<>(hiding("bank", () -> {}));

        bean.destroy(bean.create(context()), context());

        assertThat(calls).containsExactly("closed bank", "destroyed bank");
    }
}
