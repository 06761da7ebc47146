package io.keelson.kernel.naming;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.rmi.Remote;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import javax.naming.LinkRef;
import javax.naming.NameNotFoundException;
import javax.naming.NoPermissionException;
import javax.naming.OperationNotSupportedException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The server tree from other processes. */
class RemoteNamesTest {
    private final AtomicReference<NamingSettings> settings = new AtomicReference<>(NamingSettings.NONE);
    private final Naming naming = Naming.open("one", settings::get);
    private final RemoteNames remote = naming.remote(java.rmi.Remote.class::isInstance);

    @AfterEach
    void close() {
        naming.close();
    }

    private static final class Counter implements Remote {}

    @Test
    void valuesThatCanTravelAreFound() throws Exception {
        Counter counter = new Counter();
        naming.context().createSubcontext("a").bind("remote", counter);
        naming.context().bind("a/text", "hello");
        naming.context().bind("link", new LinkRef("a/text"));
        naming.context().bind("pool", new Object());
        assertThat(remote.lookup("a/remote").value()).isSameAs(counter);
        assertThat(remote.lookup("link").value()).isEqualTo("hello");
        assertThat(remote.lookup("a").isContext()).isTrue();
        assertThatThrownBy(() -> remote.lookup("pool"))
                .isInstanceOf(OperationNotSupportedException.class)
                .hasMessage(
                        "the value of pool (java.lang.Object) can be used inside the server only: it can neither be called"
                                + " from other processes (java.rmi.Remote, or a remote view of a bean) nor is it java.io.Serializable");
        assertThatThrownBy(() -> remote.lookup("none")).isInstanceOf(NameNotFoundException.class);
        assertThat(remote.list("a"))
                .isEqualTo(List.of(
                        new RemoteNames.Entry("remote", Counter.class.getName(), false),
                        new RemoteNames.Entry("text", "java.lang.String", false)));
        assertThat(remote.list("").get(0).context()).isTrue();
    }

    @Test
    void globalNamesAreReadByTheNameOfABeanToo() throws Exception {
        Counter counter = new Counter();
        ComponentNames carts = naming.application("shop").module("carts", new ClassLoader() {});
        carts.bind("java:global/shop/carts/Cart!org.acme.Cart", counter);

        assertThat(remote.lookup("java:global/shop/carts/Cart!org.acme.Cart").value())
                .isSameAs(counter);
        assertThat(remote.lookup("ejb:shop/carts//Cart!org.acme.Cart?stateful").value())
                .isSameAs(counter);
        assertThat(remote.list("java:global").get(0).name()).isEqualTo("shop");
        carts.bind("java:global/shop/password", "secret");
        assertThatThrownBy(() -> remote.lookup("java:global/shop/password"))
                .isInstanceOf(OperationNotSupportedException.class);
        assertThatThrownBy(() -> remote.bind("java:global/x", 1, false)).isInstanceOf(NoPermissionException.class);
        assertThatThrownBy(() -> remote.lookup("java:app/x")).isInstanceOf(NoPermissionException.class);
    }

    @Test
    void namesOfAnApplicationAreReadBelowItsGlobalOnes() throws Exception {
        Counter counter = new Counter();
        ApplicationNames shop = naming.application("shop#2", "shop");
        ComponentNames carts = shop.module("carts", new ClassLoader() {});
        carts.bind("java:app/aliases/cart", counter);
        carts.bind("java:app/password", "secret");

        assertThat(remote.lookup("java:global/shop/aliases/cart").value()).isSameAs(counter);
        assertThatThrownBy(() -> remote.lookup("java:global/shop/password"))
                .isInstanceOf(OperationNotSupportedException.class);
        assertThatThrownBy(() -> remote.lookup("java:global/shop/none")).isInstanceOf(NameNotFoundException.class);
        shop.ended(carts);
        assertThatThrownBy(() -> remote.lookup("java:global/shop/aliases/cart"))
                .isInstanceOf(NameNotFoundException.class);
    }

    @Test
    void changesNeedTheDomainsConsent() throws Exception {
        assertThatThrownBy(() -> remote.bind("a", 1, false))
                .isInstanceOf(NoPermissionException.class)
                .hasMessageContaining("naming.remote-changes");
        assertThatThrownBy(() -> remote.unbind("a")).isInstanceOf(NoPermissionException.class);
        assertThatThrownBy(() -> remote.rename("a", "b")).isInstanceOf(NoPermissionException.class);
        assertThatThrownBy(() -> remote.createSubcontext("a")).isInstanceOf(NoPermissionException.class);
        assertThatThrownBy(() -> remote.destroySubcontext("a")).isInstanceOf(NoPermissionException.class);
        settings.set(new NamingSettings(List.of(), List.of(), true, NamingSettings.OtherNames.AUTOMATIC));
        remote.createSubcontext("q");
        remote.bind("q/a", 1, false);
        remote.bind("q/a", 2, true);
        remote.rename("q/a", "q/b");
        assertThat(naming.context().lookup("q/b")).isEqualTo(2);
        remote.unbind("q/b");
        remote.destroySubcontext("q");
        assertThat(remote.list("")).isEmpty();
        naming.context().bind("server", 1);
        assertThatThrownBy(() -> remote.unbind("server")).isInstanceOf(NoPermissionException.class);
    }
}
