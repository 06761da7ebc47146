package io.keelson.remoting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.remoting.fixture.Echo;
import io.keelson.remoting.fixture.EchoObject;
import io.keelson.remoting.fixture.LoneServer;
import io.keelson.remoting.internal.call.ExportScope;
import io.keelson.remoting.internal.call.NamedValues;
import io.keelson.remoting.internal.marshal.AllowList;
import io.keelson.remoting.internal.marshal.MarshalLimits;
import io.keelson.remoting.internal.marshal.ObjectStreams;
import io.keelson.remoting.spi.CallScope;
import java.io.IOException;
import java.io.Serializable;
import java.net.URL;
import java.net.URLClassLoader;
import java.rmi.NoSuchObjectException;
import java.rmi.Remote;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Values of names that several servers share: written by one, read by others. */
class SharedValuesIT {
    private static final BooleanSupplier ALWAYS = () -> true;

    private final LoneServer one = new LoneServer();
    private final LoneServer two = new LoneServer();
    private final NamedValues here = new NamedValues(one.node);
    private final NamedValues there = new NamedValues(two.node);
    private final ClassLoader application = application(two);

    private static ClassLoader application(LoneServer server) {
        ClassLoader loader = new URLClassLoader(new URL[0], SharedValuesIT.class.getClassLoader());
        server.node.open(new ExportScope(
                "shop",
                server.work,
                CallScope.plain(loader),
                new ObjectStreams(loader, new AllowList("shop", "its list", List.of()), MarshalLimits.STANDARD)));
        return loader;
    }

    @AfterEach
    void close() {
        one.close();
        two.close();
    }

    /** Both remote and serializable. */
    private static final class Both implements Echo.Listener, Serializable {
        private static final long serialVersionUID = 1;

        private int heard;

        @Override
        public String heard(String what) {
            heard++;
            return what + ' ' + heard;
        }
    }

    /** A class that nobody has allowed. */
    private record Unknown(String text) implements Serializable {}

    @Test
    void whatIsRemoteArrivesAsAStubAndIsItselfAtHome() throws Exception {
        EchoObject object = new EchoObject("one says ");
        byte[] bytes = here.write(object, ALWAYS);

        Echo stub = (Echo) there.read(bytes, application);
        assertThat(stub.echo("hello")).isEqualTo("one says hello");
        assertThat(stub.older(new Echo.Person("Ada", 36), 1)).isEqualTo(new Echo.Person("Ada", 37));
        assertThat(there.read(bytes, application)).isEqualTo(stub);
        assertThat(here.read(bytes, application)).isSameAs(object);
    }

    @Test
    void whatIsBothArrivesAsAStub() throws Exception {
        Echo.Listener stub = (Echo.Listener) there.read(here.write(new Both(), ALWAYS), application);
        assertThat(stub.heard("a")).isEqualTo("a 1");
        assertThat(stub.heard("b")).as("of the one object").isEqualTo("b 2");
    }

    @Test
    void whatIsSerializableArrivesAsACopyThroughTheFilterOfWhoReads() throws Exception {
        Map<String, List<Integer>> value = Map.of("a", List.of(1, 2));
        assertThat(there.read(here.write(value, ALWAYS), application)).isEqualTo(value);
        assertThat(there.read(here.write("text", ALWAYS), application)).isEqualTo("text");

        byte[] unknown = here.write(new Unknown("x"), ALWAYS);
        assertThatThrownBy(() -> there.read(unknown, application))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(Unknown.class.getName());
        assertThatThrownBy(() -> here.write(new Object(), ALWAYS)).isInstanceOf(IOException.class);
    }

    @Test
    void anObjectIsCalledUntilTheLastOfItsNamesHasGone() throws Exception {
        EchoObject object = new EchoObject("");
        byte[] first = here.write(object, ALWAYS);
        assertThat(here.write(object, ALWAYS)).as("the same reference").isEqualTo(first);
        Echo stub = (Echo) there.read(first, application);
        here.release(object);
        assertThat(stub.echo("still")).isEqualTo("still");
        here.release(object);
        assertThatThrownBy(() -> stub.echo("no more")).isInstanceOf(NoSuchObjectException.class);
        assertThat(one.node.exported()).isZero();

        one.node.export(object, one.node.own());
        here.write(object, ALWAYS);
        here.release(object);
        assertThat(one.node.exported()).as("somebody else's export stays").isOne();
    }

    @Test
    void anObjectThatIsBoundUnderALeaseIsCalledOnlyWhileThatIsHeld() throws Exception {
        AtomicBoolean held = new AtomicBoolean(true);
        Both object = new Both();
        Echo.Listener stub = (Echo.Listener) there.read(here.write(object, held::get), application);
        assertThat(stub.heard("a")).isEqualTo("a 1");
        held.set(false);
        assertThatThrownBy(() -> stub.heard("b"))
                .isInstanceOf(NoSuchObjectException.class)
                .hasMessageContaining("no longer holds the lease");
        assertThat(object.heard).as("it was not executed").isEqualTo(1);
        here.write(object, ALWAYS);
        assertThat(stub.heard("c")).as("bound under another").isEqualTo("c 2");
    }

    @Test
    void aServerWithoutTheClassesHandsAStubOn() throws Exception {
        byte[] bytes = here.write(new EchoObject("one says "), ALWAYS);
        Object carried = there.read(bytes, ClassLoader.getPlatformClassLoader());
        assertThat(carried).isInstanceOf(Remote.class).isNotInstanceOf(Echo.class);

        try (LoneServer three = new LoneServer()) {
            ClassLoader shop = application(three);
            Echo stub = (Echo) new NamedValues(three.node).read(there.write(carried, ALWAYS), shop);
            assertThat(stub.echo("hello")).isEqualTo("one says hello");
        }
        there.release(carried);
        assertThat(two.node.exported()).isZero();
    }
}
