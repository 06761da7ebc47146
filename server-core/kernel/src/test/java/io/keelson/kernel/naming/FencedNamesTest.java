package io.keelson.kernel.naming;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.kernel.context.InvocationContext;
import io.keelson.kernel.spi.lease.Fence;
import io.keelson.kernel.spi.lease.StaleFence;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NameNotFoundException;
import javax.naming.NoPermissionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Bindings that carry the epoch of a lease. */
class FencedNamesTest {
    private final Naming naming = Naming.open("one", () -> NamingSettings.NONE);

    @AfterEach
    void close() {
        naming.close();
    }

    private NameOwner owner(long epoch) {
        return naming.owner("singleton service counter", new Fence("counter", epoch));
    }

    @Test
    void aLaterOwnerReplacesAnEarlierOneAndNeverTheOtherWayRound() throws Exception {
        Context first = naming.context(owner(3));
        Context second = naming.context(owner(4));
        first.bind("counter", "third");
        second.bind("counter", "fourth"); // no rebind: the earlier one is over
        assertThat(first.lookup("counter")).isEqualTo("fourth");
        assertThatThrownBy(() -> first.rebind("counter", "again")).isInstanceOf(StaleFence.class);
        assertThatThrownBy(() -> first.unbind("counter")).isInstanceOf(StaleFence.class);
        assertThatThrownBy(() -> first.bind("elsewhere", "too")).isInstanceOf(StaleFence.class);
        assertThatThrownBy(() -> first.createSubcontext("elsewhere")).isInstanceOf(StaleFence.class);
        second.unbind("counter");
        assertThatThrownBy(() -> first.bind("counter", "when nothing is there"))
                .isInstanceOf(StaleFence.class)
                .hasMessageContaining("epoch 4");
    }

    @Test
    void nobodyElseChangesWhatALeaseHasBound() throws Exception {
        naming.context(owner(3)).bind("counter", 1);
        Context shop = naming.context(naming.owner("application shop", null));
        Context other = naming.context(naming.owner("other", new Fence("other", 9)));
        assertThatThrownBy(() -> shop.rebind("counter", 2)).isInstanceOf(NoPermissionException.class);
        assertThatThrownBy(() -> shop.unbind("counter")).isInstanceOf(NoPermissionException.class);
        assertThatThrownBy(() -> other.rebind("counter", 2)).isInstanceOf(NoPermissionException.class);
        assertThat(shop.lookup("counter")).isEqualTo(1);
    }

    @Test
    void whatComesBackAfterItsEndBindsNothing() throws Exception {
        NameOwner hung = owner(3);
        Context names = naming.context(hung);
        names.bind("counter", 1);
        hung.close();
        assertThatThrownBy(() -> names.lookup("counter")).isInstanceOf(NameNotFoundException.class);
        assertThatThrownBy(() -> names.bind("counter", 1)).isInstanceOf(StaleFence.class);
    }

    @Test
    void codeBindsAsTheOwnerOfItsInvocationContext() throws Exception {
        NameOwner owner = owner(3);
        InvocationContext context = new InvocationContext("shop", getClass().getClassLoader(), 0);
        context.put(NameOwner.SLOT, owner);
        context.call(() -> {
            new InitialContext().bind("counter", 1);
            return null;
        });
        assertThat(naming.context().lookup("counter")).isEqualTo(1);
        owner.close();
        assertThatThrownBy(() -> naming.context().lookup("counter")).isInstanceOf(NameNotFoundException.class);
    }
}
