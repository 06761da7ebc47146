package io.keelson.cluster.singleton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.api.cluster.LeaseContext;
import io.keelson.api.cluster.LeasedService;
import io.keelson.api.cluster.SingletonService;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ServiceObjectTest {
    private static final List<String> HEARD = new ArrayList<>();

    /** The plain form. */
    public static final class Plain implements SingletonService {
        @Override
        public void activate() {
            HEARD.add("plain up");
        }

        @Override
        public void deactivate() {
            HEARD.add("plain down");
        }
    }

    /** The form with a lease. */
    public static final class WithLease implements LeasedService {
        @Override
        public void activate(LeaseContext lease) {
            HEARD.add("up " + lease.epoch());
        }

        @Override
        public void deactivate(LeaseContext lease) {
            HEARD.add("down " + lease.epoch());
        }
    }

    /** One that was written for WebLogic, and extends its interface. */
    public interface Extended extends weblogic.cluster.singleton.SingletonService {}

    /** Its class. */
    public static class WebLogics implements Extended {
        @Override
        public void activate() {
            HEARD.add("weblogic up");
        }

        @Override
        public void deactivate() {
            HEARD.add("weblogic down");
        }
    }

    /** A class below it. */
    public static final class BelowWebLogics extends WebLogics {}

    private record Context(long epoch) implements LeaseContext {
        @Override
        public String name() {
            return "n";
        }

        @Override
        public String owner() {
            return "o";
        }

        @Override
        public boolean stillMine() {
            return true;
        }

        @Override
        public Guard guard() {
            throw new UnsupportedOperationException();
        }
    }

    @Test
    void knowsBothForms() throws Throwable {
        HEARD.clear();
        ServiceObject plain =
                ServiceObject.make(Plain.class.getName(), getClass().getClassLoader());
        plain.activate(new Context(1));
        plain.deactivate(new Context(1));
        ServiceObject leased =
                ServiceObject.make(WithLease.class.getName(), getClass().getClassLoader());
        leased.activate(new Context(7));
        leased.deactivate(new Context(7));
        assertThat(HEARD).containsExactly("plain up", "plain down", "up 7", "down 7");
    }

    @Test
    void takesWhatWasWrittenForWebLogic() throws Throwable {
        HEARD.clear();
        ServiceObject service =
                ServiceObject.make(BelowWebLogics.class.getName(), getClass().getClassLoader());
        service.activate(new Context(1));
        service.deactivate(new Context(1));
        assertThat(HEARD).containsExactly("weblogic up", "weblogic down");
    }

    /** One whose constructor wants something. */
    public static final class WithoutPlainConstructor extends WebLogics {
        public WithoutPlainConstructor(String any) {
            HEARD.add(any);
        }
    }

    /** One of which no object can be made. */
    public abstract static class Unfinished implements SingletonService {}

    static final class Hidden extends WebLogics {
        public Hidden() {}
    }

    /** One that throws when it is made. */
    public static final class Throwing extends WebLogics {
        public Throwing() {
            throw new IllegalStateException("on purpose");
        }
    }

    @Test
    void saysWhatCannotBeOne() {
        ClassLoader loader = getClass().getClassLoader();
        assertThatThrownBy(() -> ServiceObject.make("x.Missing", loader))
                .hasMessage("there is no class x.Missing in a jar of the domain's lib directory");
        assertThatThrownBy(() -> ServiceObject.make("java.lang.Object", loader))
                .hasMessageContaining("implements neither io.keelson.api.cluster.SingletonService");
        for (Class<?> unusable : List.of(WithoutPlainConstructor.class, Unfinished.class, Hidden.class)) {
            assertThatThrownBy(() -> ServiceObject.make(unusable.getName(), loader))
                    .hasMessageContaining("needs to be a public class with a public constructor without arguments");
        }
        assertThatThrownBy(() -> ServiceObject.make(Throwing.class.getName(), loader))
                .hasMessageContaining("cannot be made: java.lang.IllegalStateException: on purpose");
    }

    /** Defines the classes of this test, and the interfaces of the given package, anew: as an archive that brings copies of them. */
    private static final class Copies extends ClassLoader {
        private final String copied;
        private final String missing;

        Copies(String copied, String missing) {
            super(ServiceObjectTest.class.getClassLoader());
            this.copied = copied;
            this.missing = missing;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.equals(missing)) {
                throw new ClassNotFoundException(name);
            }
            if (!name.startsWith(copied) && !name.startsWith(ServiceObjectTest.class.getName())) {
                return super.loadClass(name, resolve);
            }
            Class<?> loaded = findLoadedClass(name);
            if (loaded != null) {
                return loaded;
            }
            try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    @Test
    void saysWhenAnArchiveBringsACopyOfTheInterface() {
        assertThatThrownBy(() -> ServiceObject.type(
                        Plain.class.getName(), new Copies("io.keelson.api.cluster", ""), "the application"))
                .hasMessageContaining("leave keelson-api.jar out");
    }
}
