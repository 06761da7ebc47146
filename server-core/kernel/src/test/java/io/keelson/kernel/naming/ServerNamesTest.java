package io.keelson.kernel.naming;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Hashtable;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.naming.Binding;
import javax.naming.CompositeName;
import javax.naming.Context;
import javax.naming.ContextNotEmptyException;
import javax.naming.InitialContext;
import javax.naming.LinkLoopException;
import javax.naming.LinkRef;
import javax.naming.NameAlreadyBoundException;
import javax.naming.NameClassPair;
import javax.naming.NameNotFoundException;
import javax.naming.NamingEnumeration;
import javax.naming.NamingException;
import javax.naming.NoInitialContextException;
import javax.naming.NoPermissionException;
import javax.naming.NotContextException;
import javax.naming.OperationNotSupportedException;
import javax.naming.ServiceUnavailableException;
import javax.naming.event.EventContext;
import javax.naming.event.NamespaceChangeListener;
import javax.naming.event.NamingEvent;
import javax.naming.event.NamingExceptionEvent;
import javax.naming.event.NamingListener;
import javax.naming.event.ObjectChangeListener;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The server tree, by {@code new InitialContext()} of a thread that belongs to no application. */
class ServerNamesTest {
    private final Naming naming = Naming.open("one", () -> NamingSettings.NONE);

    @AfterEach
    void close() {
        naming.close();
    }

    private static List<String> names(NamingEnumeration<? extends NameClassPair> all) {
        List<String> names = new ArrayList<>();
        Collections.list(all).forEach(pair -> names.add(pair.getName()));
        return names;
    }

    @Test
    void bindsLooksUpReplacesAndRemoves() throws Exception {
        InitialContext names = new InitialContext();
        names.createSubcontext("jdbc");
        Object orders = new Object();
        names.bind("jdbc/orders", orders);
        assertThat(names.lookup("jdbc/orders")).isSameAs(orders);
        assertThat(names.lookup("/jdbc//orders/")).isSameAs(orders);
        assertThat(((Context) names.lookup("jdbc")).lookup("orders")).isSameAs(orders);
        assertThat(InitialContext.<Object>doLookup("jdbc/orders")).isSameAs(orders);
        assertThatThrownBy(() -> names.bind("jdbc/orders", 1))
                .isInstanceOf(NameAlreadyBoundException.class)
                .hasMessage("jdbc/orders is bound by the server one");
        names.rebind("jdbc/orders", 2);
        assertThat(names.lookup("jdbc/orders")).isEqualTo(2);
        names.unbind("jdbc/orders");
        names.unbind("jdbc/orders"); // once more does nothing
        assertThatThrownBy(() -> names.lookup("jdbc/orders"))
                .isInstanceOf(NameNotFoundException.class)
                .hasMessage("jdbc/orders is not bound; jdbc has no 'orders'");
    }

    @Test
    void saysTheNameThatIsNearOneThatIsNotThere() throws Exception {
        Context names = naming.context();
        names.createSubcontext("jdbc");
        names.bind("jdbc/orders", 1);
        assertThatThrownBy(() -> names.lookup("jdbc/ordres"))
                .hasMessage("jdbc/ordres is not bound; jdbc has no 'ordres'; did you mean jdbc/orders?");
        assertThatThrownBy(() -> names.lookup("jbdc/orders"))
                .hasMessage("jbdc/orders is not bound; did you mean jdbc?");
        assertThatThrownBy(() -> names.lookup("jdbc/stock")).hasMessage("jdbc/stock is not bound; jdbc has no 'stock'");
    }

    @Test
    void saysWhatRemainsOfANameThatIsNotThere() throws Exception {
        naming.context().createSubcontext("a");
        assertThatThrownBy(() -> new InitialContext().lookup("a/b/c"))
                .isInstanceOfSatisfying(
                        NameNotFoundException.class,
                        e -> assertThat(e.getRemainingName()).hasToString("b/c"));
    }

    @Test
    void bindsNothingWhereNoContextIs() {
        Context names = naming.context();
        assertThatThrownBy(() -> names.bind("no/where", 1)).isInstanceOf(NameNotFoundException.class);
        assertThatThrownBy(() -> names.bind("", 1)).isInstanceOf(NameAlreadyBoundException.class);
        assertThatThrownBy(() -> names.bind("nothing", null)).isInstanceOf(NamingException.class);
        assertThatThrownBy(() -> names.unbind("no/where")).isInstanceOf(NameNotFoundException.class);
    }

    @Test
    void makesContextsOnTheWayWhereThatIsAsked() throws Exception {
        Hashtable<String, String> environment = new Hashtable<>();
        environment.put("weblogic.jndi.createIntermediateContexts", "true");
        InitialContext names = new InitialContext(environment);
        names.bind("deep/down/here", 1);
        assertThat(names.lookup("deep/down/here")).isEqualTo(1);
        assertThatThrownBy(() -> names.bind("deep/down/here/below", 1)).isInstanceOf(NotContextException.class);
        assertThatThrownBy(() -> names.bind("deep/down", 1)).isInstanceOf(NameAlreadyBoundException.class);
    }

    @Test
    void listsWhatIsThereAtThatMoment() throws Exception {
        Context names = naming.context();
        names.createSubcontext("q").bind("b", "two");
        names.bind("q/a", 1);
        names.createSubcontext("q/c");
        names.bind(new CompositeName().add("q").add("d/e"), 'x');
        NamingEnumeration<NameClassPair> pairs = new InitialContext().list("q");
        names.bind("q/z", "late");
        assertThat(names(pairs)).containsExactly("a", "b", "c", "\"d/e\"");
        assertThat(pairs.hasMore()).isFalse();
        NamingEnumeration<Binding> bindings = new InitialContext().listBindings("q");
        Binding first = bindings.next();
        assertThat(first.getObject()).isEqualTo(1);
        assertThat(first.getClassName()).isEqualTo("java.lang.Integer");
        assertThat(first.getNameInNamespace()).isEqualTo("q/a");
        bindings.close();
        assertThat(bindings.hasMore()).isFalse();
        assertThatThrownBy(bindings::next).isInstanceOf(NoSuchElementException.class);
        assertThatThrownBy(() -> names.list("q/a")).isInstanceOf(NotContextException.class);
        assertThat(names(new InitialContext().list(""))).containsExactly("q");
    }

    @Test
    void renamesValues() throws Exception {
        Context names = naming.context();
        names.createSubcontext("a").bind("x", 1);
        names.createSubcontext("b").bind("y", 2);
        names.rename("a/x", "b/x");
        assertThat(names.lookup("b/x")).isEqualTo(1);
        assertThatThrownBy(() -> names.rename("b/x", "b/y")).isInstanceOf(NameAlreadyBoundException.class);
        assertThatThrownBy(() -> names.rename("a/x", "a/z")).isInstanceOf(NameNotFoundException.class);
        assertThatThrownBy(() -> names.rename("a", "c")).hasMessageContaining("only values can be renamed");
        assertThatThrownBy(() -> new InitialContext().rename("b/x", "java:comp/x"))
                .isInstanceOf(NameNotFoundException.class);
    }

    @Test
    void destroysOnlyEmptyContexts() throws Exception {
        Context names = naming.context();
        names.createSubcontext("a").bind("x", 1);
        assertThatThrownBy(() -> names.destroySubcontext("a")).isInstanceOf(ContextNotEmptyException.class);
        assertThatThrownBy(() -> names.destroySubcontext("a/x")).isInstanceOf(NotContextException.class);
        assertThatThrownBy(() -> names.unbind("a")).hasMessageContaining("destroySubcontext");
        assertThatThrownBy(() -> names.createSubcontext("a")).isInstanceOf(NameAlreadyBoundException.class);
        names.unbind("a/x");
        names.destroySubcontext("a");
        names.destroySubcontext("a");
        assertThatThrownBy(() -> names.lookup("a")).isInstanceOf(NameNotFoundException.class);
    }

    @Test
    void composesAndParsesNames() throws Exception {
        Context names = naming.context();
        assertThat(names.composeName("b/c", "a")).isEqualTo("a/b/c");
        assertThat(names.composeName(new CompositeName("b"), new CompositeName("a")))
                .isEqualTo(new CompositeName("a/b"));
        assertThat(names.getNameParser("").parse("a/\"b/c\"/d").size()).isEqualTo(3);
        assertThat(names.createSubcontext("x").createSubcontext("y").getNameInNamespace())
                .isEqualTo("x/y");
        assertThat(names.addToEnvironment("k", "v")).isNull();
        assertThat(names.addToEnvironment("k", "w")).isEqualTo("v");
        assertThat(names.getEnvironment().get("k")).isEqualTo("w");
        assertThat(names.removeFromEnvironment("k")).isEqualTo("w");
    }

    @Test
    void followsLinks() throws Exception {
        Context names = naming.context();
        names.createSubcontext("real").bind("x", 1);
        names.bind("link", new LinkRef("real/x"));
        names.bind("tree", new LinkRef("real"));
        names.bind("real/same", new LinkRef("./x"));
        assertThat(names.lookup("link")).isEqualTo(1);
        assertThat(names.lookup("tree/x")).isEqualTo(1);
        assertThat(names.lookup("real/same")).isEqualTo(1);
        assertThat(((Context) names.lookup("real")).lookup("same")).isEqualTo(1);
        assertThat(names(names.list("tree"))).containsExactly("same", "x");
        assertThat(names.lookupLink("link")).isEqualTo(new LinkRef("real/x"));
        names.unbind("real/x");
        assertThatThrownBy(() -> names.lookup("link"))
                .isInstanceOf(NameNotFoundException.class)
                .hasMessageContaining("link leads to real/x");
        names.bind("a", new LinkRef("b"));
        names.bind("b", new LinkRef("a"));
        assertThatThrownBy(() -> names.lookup("a")).isInstanceOf(LinkLoopException.class);
        names.rebind("b", 5);
        assertThat(names.lookup("a")).isEqualTo(5); // the count of links starts anew
    }

    @Test
    void aContextOfSomebodyElseKnowsTheRest() throws Exception {
        try (Naming other = Naming.open("two", () -> NamingSettings.NONE)) {
            other.context().createSubcontext("far").bind("x", 7);
            naming.context().bind("other", other.context());
            assertThat(naming.context().lookup("other/far/x")).isEqualTo(7);
            assertThat(names(naming.context().list("other/far"))).containsExactly("x");
            naming.context().bind("value", 1);
            assertThatThrownBy(() -> naming.context().lookup("value/x"))
                    .isInstanceOfSatisfying(
                            NotContextException.class,
                            e -> assertThat(e.getRemainingName()).hasToString("x"));
        }
    }

    @Test
    void ownersTakeTheirBindingsWithThem() throws Exception {
        NameOwner shop = naming.owner("application shop", null);
        Context mine = naming.context(shop);
        mine.createSubcontext("shop").bind("a", 1);
        mine.createSubcontext("shared").bind("b", 2);
        naming.context().bind("shared/c", 3);
        shop.close();
        assertThat(names(naming.context().list(""))).containsExactly("shared");
        assertThat(names(naming.context().list("shared"))).containsExactly("c");
        assertThatThrownBy(() -> mine.bind("late", 1))
                .isInstanceOf(ServiceUnavailableException.class)
                .hasMessageContaining("application shop, which has ended");
    }

    @Test
    void whatTheServerHasBoundNobodyElseChanges() throws Exception {
        naming.context().bind("jdbc", 1);
        Context shop = naming.context(naming.owner("application shop", null));
        assertThatThrownBy(() -> shop.rebind("jdbc", 2)).isInstanceOf(NoPermissionException.class);
        assertThatThrownBy(() -> shop.unbind("jdbc")).isInstanceOf(NoPermissionException.class);
        assertThatThrownBy(() -> shop.rename("jdbc", "mine")).isInstanceOf(NoPermissionException.class);
        assertThat(shop.lookup("jdbc")).isEqualTo(1);
    }

    private static final class Heard implements NamespaceChangeListener, ObjectChangeListener {
        private final BlockingQueue<String> events = new LinkedBlockingQueue<>();

        private void note(String what, NamingEvent event) {
            Binding now = event.getNewBinding();
            Binding before = event.getOldBinding();
            events.add(what + " " + (before == null ? "" : before.getName() + "=" + before.getObject()) + " -> "
                    + (now == null ? "" : now.getName() + "=" + now.getObject()));
        }

        String next() throws InterruptedException {
            return String.valueOf(events.poll(10, TimeUnit.SECONDS));
        }

        @Override
        public void objectAdded(NamingEvent event) {
            note("added", event);
        }

        @Override
        public void objectRemoved(NamingEvent event) {
            note("removed", event);
        }

        @Override
        public void objectRenamed(NamingEvent event) {
            note("renamed", event);
        }

        @Override
        public void objectChanged(NamingEvent event) {
            note("changed", event);
        }

        @Override
        public void namingExceptionThrown(NamingExceptionEvent event) {}
    }

    @Test
    void tellsListenersInTheOrderOfTheChanges() throws Exception {
        Context names = naming.context();
        names.createSubcontext("q");
        EventContext events = (EventContext) new InitialContext().lookup("");
        Heard one = new Heard();
        Heard level = new Heard();
        events.addNamingListener("q/a", EventContext.OBJECT_SCOPE, one);
        events.addNamingListener("q", EventContext.ONELEVEL_SCOPE, level);
        events.addNamingListener("q", EventContext.SUBTREE_SCOPE, (NamespaceChangeListener) new Failing());
        names.bind("q/a", 1);
        names.rebind("q/a", 2);
        names.bind("q/b", 3);
        names.rename("q/a", "q/c");
        names.unbind("q/b");
        assertThat(one.next()).isEqualTo("added  -> q/a=1");
        assertThat(one.next()).isEqualTo("changed q/a=1 -> q/a=2");
        assertThat(one.next()).isEqualTo("removed q/a=2 -> ");
        assertThat(level.next()).isEqualTo("added  -> q/a=1");
        assertThat(level.next()).isEqualTo("changed q/a=1 -> q/a=2");
        assertThat(level.next()).isEqualTo("added  -> q/b=3");
        assertThat(level.next()).isEqualTo("renamed q/a=2 -> q/c=2");
        assertThat(level.next()).isEqualTo("removed q/b=3 -> ");
        events.removeNamingListener(level);
        names.bind("q/d", 4);
        names.bind("q/a", 5);
        assertThat(one.next()).isEqualTo("added  -> q/a=5");
        assertThat(level.events).isEmpty();
        assertThatThrownBy(() -> events.addNamingListener("q", 9, one)).isInstanceOf(NamingException.class);
        assertThat(events.targetMustExist()).isFalse();
    }

    /** Throws at every event; the others must hear of it all the same. */
    private static final class Failing implements NamespaceChangeListener {
        @Override
        public void objectAdded(NamingEvent event) {
            throw new IllegalStateException("planted");
        }

        @Override
        public void objectRemoved(NamingEvent event) {}

        @Override
        public void objectRenamed(NamingEvent event) {}

        @Override
        public void namingExceptionThrown(NamingExceptionEvent event) {}
    }

    @Test
    void aClosedContextListensNoMore() throws Exception {
        Heard heard = new Heard();
        EventContext closing = (EventContext) naming.context();
        closing.addNamingListener("", EventContext.SUBTREE_SCOPE, (NamingListener) heard);
        closing.close();
        Heard other = new Heard();
        ((EventContext) naming.context()).addNamingListener("", EventContext.SUBTREE_SCOPE, other);
        naming.context().bind("a", 1);
        assertThat(other.next()).isEqualTo("added  -> a=1");
        assertThat(heard.events).isEmpty();
    }

    @Test
    void afterTheEndThereIsNothing() throws Exception {
        Context kept = naming.context();
        kept.bind("a", 1);
        naming.close();
        assertThatThrownBy(() -> kept.lookup("a")).isInstanceOf(NameNotFoundException.class);
        assertThatThrownBy(() -> kept.bind("b", 1)).isInstanceOf(ServiceUnavailableException.class);
        assertThatThrownBy(() -> new InitialContext().lookup("a"))
                .isInstanceOf(NoInitialContextException.class)
                .hasMessageContaining("no server runs in this JVM");
    }

    @Test
    void whereSeveralServersRunAThreadOfNoneIsTold() throws Exception {
        try (Naming other = Naming.open("two", () -> NamingSettings.NONE)) {
            other.context().bind("a", 1);
            assertThatThrownBy(() -> new InitialContext().lookup("a"))
                    .isInstanceOf(NoInitialContextException.class)
                    .hasMessageContaining("2 servers run in this JVM");
        }
        assertThatThrownBy(() -> new InitialContext().lookup("a")).isInstanceOf(NameNotFoundException.class);
    }

    @Test
    void anInitialContextMayNameItsOwnFactory() throws Exception {
        Hashtable<String, String> environment = new Hashtable<>();
        environment.put(Context.INITIAL_CONTEXT_FACTORY, "com.sun.jndi.dns.DnsContextFactory");
        environment.put(Context.PROVIDER_URL, "dns://127.0.0.1:1/example.test");
        assertThat(new InitialContext(environment).getNameInNamespace()).isEqualTo("example.test.");
        environment.put(Context.INITIAL_CONTEXT_FACTORY, "com.sun.jndi.ldap.LdapCtxFactory");
        environment.put(Context.PROVIDER_URL, "ldap://127.0.0.1:1/dc=test");
        assertThatThrownBy(() -> new InitialContext(environment))
                .isInstanceOf(javax.naming.CommunicationException.class);
        environment.put(Context.INITIAL_CONTEXT_FACTORY, "org.example.Missing");
        assertThatThrownBy(() -> new InitialContext(environment))
                .isInstanceOf(NoInitialContextException.class)
                .hasMessageContaining("org.example.Missing");
    }

    @Test
    void thereAreNoJavaNamesOutsideOfApplications() {
        assertThatThrownBy(() -> new InitialContext().lookup("java:comp/env"))
                .isInstanceOf(NameNotFoundException.class)
                .hasMessageContaining("belong to an application");
        assertThatThrownBy(() -> ((EventContext) new InitialContext().lookup(""))
                        .addNamingListener("java:comp", EventContext.OBJECT_SCOPE, new Heard()))
                .isInstanceOf(NamingException.class)
                .isNotInstanceOf(OperationNotSupportedException.class);
    }
}
