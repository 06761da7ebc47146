package io.keelson.cluster.singleton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.api.cluster.LeaseContext;
import io.keelson.api.cluster.LeasedService;
import io.keelson.api.cluster.SingletonService;
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

    @Test
    void saysWhatCannotBeOne() {
        ClassLoader loader = getClass().getClassLoader();
        assertThatThrownBy(() -> ServiceObject.make("x.Missing", loader))
                .hasMessageContaining("there is no class x.Missing");
        assertThatThrownBy(() -> ServiceObject.make("java.lang.Integer", loader))
                .hasMessageContaining("cannot be made");
        assertThatThrownBy(() -> ServiceObject.make("java.lang.Object", loader))
                .hasMessageContaining("implements neither io.keelson.api.cluster.SingletonService");
    }
}
