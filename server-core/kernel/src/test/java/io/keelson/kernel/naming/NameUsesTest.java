package io.keelson.kernel.naming;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.kernel.context.InvocationContext;
import java.util.concurrent.Callable;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.LinkRef;
import javax.naming.NameAlreadyBoundException;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import javax.naming.NotContextException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests who relies on what the server has bound. */
class NameUsesTest {
    private final Naming naming = Naming.open("one", () -> NamingSettings.NONE);
    private final ClassLoader loader = new ClassLoader() {};

    @AfterEach
    void close() {
        naming.close();
    }

    private <T> T asShop(Callable<T> body) throws Exception {
        return new InvocationContext("shop", loader, 0).call(body);
    }

    private void bind(String name, Object value) throws NamingException {
        Context names = naming.context();
        names.addToEnvironment("weblogic.jndi.createIntermediateContexts", "true");
        names.bind(name, value);
    }

    private ComponentNames shop() throws NamingException {
        return naming.application("shop").module("web", loader);
    }

    @Test
    void anApplicationUsesWhatItHasLookedUpUntilItEnds() throws Exception {
        bind("jdbc/orders", "a pool");
        try (ComponentNames names = shop()) {
            names.bind("java:comp/env/jdbc/db", new LinkRef("jdbc/orders"));
            assertThat(naming.uses("jdbc/orders")).as("declared is not used").isEmpty();
            asShop(() -> new InitialContext().lookup("java:comp/env/jdbc/db"));
            assertThat(naming.uses("/jdbc//orders")).containsExactly(new NameUse("application shop", false));
            assertThat(naming.uses("jdbc")).isEmpty();
        }
        assertThat(naming.uses("jdbc/orders")).isEmpty();
    }

    @Test
    void alsoByAContextOnTheWayAndNeverByAList() throws Exception {
        bind("jdbc/orders", "a pool");
        try (ComponentNames names = shop()) {
            asShop(() -> {
                Context jdbc = (Context) new InitialContext().lookup("jdbc");
                jdbc.listBindings("").hasMore();
                new InitialContext().listBindings("jdbc").hasMore();
                assertThat(naming.uses("jdbc/orders")).isEmpty();
                return jdbc.lookup("orders");
            });
            assertThat(naming.uses("jdbc/orders")).hasSize(1);
            assertThat(names.application().name()).isEqualTo("shop");
        }
    }

    @Test
    void whatApplicationsHaveBoundIsTheirs() throws Exception {
        try (ComponentNames names = shop()) {
            asShop(() -> {
                new InitialContext().bind("rates", 3);
                return new InitialContext().lookup("rates");
            });
            naming.context().lookup("rates");
            assertThat(naming.uses("rates")).isEmpty();
            assertThat(names.application().name()).isEqualTo("shop");
        }
    }

    @Test
    void aDefaultIsUsedByItsNameInEveryComponent() throws Exception {
        naming.addDefault("DefaultDataSource", new Object());
        try (ComponentNames names = shop()) {
            asShop(() -> new InitialContext().lookup("java:module/DefaultDataSource"));
            assertThat(naming.uses("java:comp/DefaultDataSource")).hasSize(1);
            assertThat(names.application().name()).isEqualTo("shop");
        }
        assertThat(naming.uses("java:comp/DefaultDataSource")).isEmpty();
    }

    @Test
    void whoSaysSoReliesOnItUntilItIsClosed() {
        NameOwner leases = naming.owner("the leases", null);
        NameOwner members = naming.owner("the members", null);
        naming.relies("jdbc/leases", leases, true);
        naming.relies("jdbc/leases", leases, false);
        naming.relies("jdbc/leases", members, false);
        assertThat(naming.uses("jdbc/leases"))
                .containsExactly(new NameUse("the leases", true), new NameUse("the members", false));
        leases.close();
        naming.relies("jdbc/leases", leases, true);
        assertThat(naming.uses("jdbc/leases")).containsExactly(new NameUse("the members", false));
    }

    @Test
    void aNameIsFreeOrIsSaidNotToBe() throws Exception {
        bind("jdbc/orders", "a pool");
        naming.checkFree("jdbc/others");
        naming.checkFree("new/deep/name");
        assertThatThrownBy(() -> naming.checkFree("jdbc/orders")).isInstanceOf(NameAlreadyBoundException.class);
        assertThatThrownBy(() -> naming.checkFree("jdbc/orders/more")).isInstanceOf(NotContextException.class);
        assertThatThrownBy(() -> naming.checkFree("jdbc"))
                .isInstanceOf(NameAlreadyBoundException.class)
                .hasMessageContaining("is a context");
        assertThatThrownBy(() -> naming.context().lookup("new")).isInstanceOf(NameNotFoundException.class);
    }

    @Test
    void unbindingTakesTheContextsThatWereMadeForIt() throws Exception {
        bind("a/b/orders", 1);
        bind("a/others", 2);
        naming.unbind("a/b/orders");
        assertThatThrownBy(() -> naming.context().lookup("a/b")).isInstanceOf(NameNotFoundException.class);
        assertThat(naming.context().lookup("a/others")).isEqualTo(2);
        NameOwner shop = naming.owner("application shop", null);
        naming.context(shop).createSubcontext("theirs");
        bind("theirs/orders", 3);
        naming.unbind("theirs/orders");
        assertThat(naming.context().lookup("theirs")).isInstanceOf(Context.class);
        naming.unbind("a/others");
        assertThatThrownBy(() -> naming.context().lookup("a")).isInstanceOf(NameNotFoundException.class);
        assertThatThrownBy(() -> naming.unbind("nothing/there")).isInstanceOf(NameNotFoundException.class);
    }
}
