package io.keelson.remoting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.client.ContextFactory;
import io.keelson.remoting.fixture.Cart;
import io.keelson.remoting.fixture.CartView;
import io.keelson.remoting.fixture.Echo.Sorry;
import io.keelson.remoting.fixture.LoneServer;
import io.keelson.remoting.fixture.RemoteCart;
import io.keelson.remoting.internal.call.ExportScope;
import io.keelson.remoting.spi.Members;
import jakarta.ejb.EJBException;
import java.rmi.NoSuchObjectException;
import java.util.ArrayList;
import java.util.Hashtable;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.naming.Context;
import javax.naming.InitialContext;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** References to beans: business interfaces, whose calls their room runs, at one of several members or at the holder of an instance. */
class ViewsIT {
    private final List<LoneServer> servers = new CopyOnWriteArrayList<>();
    private final List<CartView> views = new ArrayList<>();
    private final List<ExportScope> applications = new ArrayList<>();
    private final List<Context> contexts = new ArrayList<>();

    /** A method of the views that may be executed twice. */
    private String repeatable = "";

    private Cart start(int count, String instance) throws Exception {
        for (int i = 0; i < count; i++) {
            LoneServer server = new LoneServer();
            CartView view = new CartView("server" + i);
            view.repeatable = repeatable;
            ExportScope own = server.node.own();
            ExportScope application = new ExportScope("shop", own.work(), own.scope(), own.streams());
            server.node.open(application);
            server.node.open(CartView.Reference.class, view, application);
            server.node.members(members());
            server.names.bound.put("cart", new CartView.Reference(instance));
            servers.add(server);
            views.add(view);
            applications.add(application);
        }
        Hashtable<String, Object> environment = new Hashtable<>();
        environment.put(Context.INITIAL_CONTEXT_FACTORY, ContextFactory.class.getName());
        environment.put(Context.PROVIDER_URL, servers.get(0).url());
        Context context = new InitialContext(environment);
        contexts.add(context);
        return (Cart) context.lookup("cart");
    }

    private Members members() {
        return new Members() {
            @Override
            public MemberList members(String key) {
                List<Member> all = new ArrayList<>();
                // The holder is not the first by chance.
                for (int i = servers.size() - 1; i >= 0; i--) {
                    if (servers.get(i).node.keys().contains(key)) {
                        all.add(new Member("server" + i, List.of(servers.get(i).url()), 1));
                    }
                }
                return new MemberList(all.hashCode() | 1, all);
            }

            @Override
            public List<String> addresses() {
                return servers.stream().map(LoneServer::url).toList();
            }
        };
    }

    @AfterEach
    void stop() throws Exception {
        for (Context context : contexts) {
            context.close();
        }
        servers.forEach(LoneServer::close);
    }

    @Test
    void aReferenceToNoInstanceIsServedByAllMembers() throws Exception {
        Cart cart = start(3, "");

        Set<String> where = new TreeSet<>();
        for (int i = 0; i < 30; i++) {
            where.add(cart.add("tea", 1).replaceAll(".* ", ""));
        }

        assertThat(where).containsExactly("server0", "server1", "server2");
    }

    @Test
    void aCallWhoseMemberEndsIsRepeatedWhereTheBeanAllowsIt() throws Exception {
        repeatable = "add";
        Cart cart = start(2, "");
        endOnceDuringAdd();

        assertThat(cart.add("tea", 1)).startsWith("1 at server");
        assertThat(views.stream().mapToInt(view -> view.calls.size()).sum()).isEqualTo(2);
    }

    @Test
    void aCallWhoseMemberEndsIsNotRepeatedWhereOnlyAnotherMethodMayBe() throws Exception {
        repeatable = "same";
        Cart cart = start(2, "");
        endOnceDuringAdd();

        assertThatThrownBy(() -> cart.add("tea", 1))
                .isInstanceOf(EJBException.class)
                .cause()
                .matches(cause -> CallOutcome.mayHaveExecuted((Exception) cause));
        assertThat(views.stream().mapToInt(view -> view.calls.size()).sum()).isEqualTo(1);
    }

    /** Has the server that is called first end while it executes the call. */
    private void endOnceDuringAdd() {
        AtomicBoolean ended = new AtomicBoolean();
        for (int i = 0; i < servers.size(); i++) {
            LoneServer server = servers.get(i);
            views.get(i).adding = () -> {
                if (ended.compareAndSet(false, true)) {
                    server.cut();
                }
            };
        }
    }

    @Test
    void anInstanceIsCalledAtItsHolder() throws Exception {
        Cart cart = start(3, "i7");

        for (int i = 1; i <= 20; i++) {
            assertThat(cart.add("tea", 2)).isEqualTo(2 * i + " at server0");
        }
        assertThat(views.get(0).calls).hasSize(20).containsOnly("i7.add");
    }

    @Test
    void whereTheHolderIsGoneAnotherMemberIsAsked() throws Exception {
        Cart cart = start(2, "i7");
        cart.add("tea", 1);

        servers.get(0).close();

        assertThat(cart.add("tea", 5)).as("the instance is another's affair").isEqualTo("5 at server1");
    }

    @Test
    void aReferenceThatComesBackIsTheOneThatWasGiven() throws Exception {
        Cart cart = start(1, "i7");

        assertThat(cart.same(cart)).isTrue();
        assertThat(cart)
                .isEqualTo(contexts.get(0).lookup("cart"))
                .hasSameHashCodeAs(contexts.get(0).lookup("cart"));
        assertThat(cart.toString()).contains("i7");
    }

    @Test
    void exceptionsOfTheBeanArriveAndFailuresOfTheCallAreThoseOfEnterpriseBeans() throws Exception {
        Cart cart = start(1, "i7");
        assertThatThrownBy(() -> cart.fail("declared")).isInstanceOf(Sorry.class);
        assertThatThrownBy(() -> cart.fail("runtime")).isInstanceOf(IllegalStateException.class);

        assertThatThrownBy(() -> ((RemoteCart) cart).gone())
                .as("not within a ServerException, as of objects that are no beans")
                .isInstanceOf(NoSuchObjectException.class)
                .hasMessage("the cart was removed");

        servers.get(0).node.close(applications.get(0));
        assertThatThrownBy(() -> cart.add("tea", 1))
                .isInstanceOf(EJBException.class)
                .hasMessageContaining("has no object 'ejb:shop/carts/Cart")
                .cause()
                .matches(cause -> !CallOutcome.mayHaveExecuted((Exception) cause));
        assertThatThrownBy(() -> contexts.get(0).lookup("cart")).hasMessageContaining("cannot be sent");

        servers.get(0).close();
        assertThatThrownBy(() -> cart.add("tea", 1)).isInstanceOf(EJBException.class);
    }

    @Test
    void aFutureIsTheClientsOwnAndEndsTheCallWhenItIsCancelled() throws Exception {
        Cart cart = start(1, "i7");

        assertThat(cart.later("tea").get()).isEqualTo("tea");
        assertThatThrownBy(() -> cart.later("sorry").get()).hasCauseInstanceOf(Sorry.class);
        Future<String> never = cart.later("never");
        Awaitility.await().until(() -> views.get(0).calls.size() == 3);
        assertThat(never.isDone()).isFalse();
        assertThat(never.cancel(true)).isTrue();
        Awaitility.await().until(() -> views.get(0).calls.contains("ended"));
    }

    @Test
    void aKeyIsOpenedOnce() throws Exception {
        start(1, "");
        assertThatThrownBy(() ->
                        servers.get(0).node.open(CartView.Reference.class, new CartView("x"), applications.get(0)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("another view");
    }
}
