package io.keelson.tx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.kernel.spi.transaction.CommitDecision;
import io.keelson.kernel.spi.transaction.LocalResource;
import io.keelson.kernel.spi.transaction.TransactionId;
import jakarta.transaction.RollbackException;
import jakarta.transaction.SystemException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.junit.jupiter.api.Test;

class EnlistedBranchesTest {
    private final Transaction transaction = new Transaction();
    private final EnlistedBranches branches = new EnlistedBranches(transaction);
    private final TestResource orders = new TestResource("orders");

    @Test
    void aResourceThatComesAgainGoesOnWithItsBranch() throws Exception {
        branches.enlist("orders", orders);
        assertThat(branches.delist(orders, XAResource.TMSUSPEND)).isTrue();
        branches.enlist("orders", orders);
        assertThat(branches.delist(orders, XAResource.TMSUCCESS)).isTrue();
        branches.enlist("orders", orders);
        assertThat(branches.resources()).containsExactly("orders");
        assertThat(orders.calls)
                .containsExactly("orders.start", "orders.end", "orders.resume", "orders.end", "orders.join");
    }

    @Test
    void branchesAreNumberedInTheirOrder() throws Exception {
        branches.enlist("orders", orders);
        branches.enlist("stock", new TestResource("stock"));
        assertThat(branches.xa().stream().map(Branch.Xa::xid))
                .extracting(BranchXid::toString)
                .containsExactly(transaction.durable + "/1", transaction.durable + "/2");
        assertThat(transaction.id).isEqualTo(transaction.durable);
    }

    @Test
    void noneJoinsATransactionThatTakesNone() {
        transaction.marked = true;
        assertThatThrownBy(() -> branches.enlist("orders", orders)).isInstanceOf(RollbackException.class);
        assertThat(branches.isEmpty()).isTrue();
        assertThat(orders.calls).isEmpty();
    }

    @Test
    void aServerJoinsATransactionThatIsMarked() {
        transaction.marked = true;
        assertThat(branches.add(server())).isTrue();
        transaction.open = false;
        assertThat(branches.add(server())).isFalse();
        assertThat(branches.resources()).hasSize(1);
    }

    @Test
    void aServerBesideAResourceThatHasToBeAloneMarksTheTransaction() throws Exception {
        branches.enlist(new Local("legacy", LocalResource.Role.ALONE));
        assertThat(branches.add(server())).isTrue();
        assertThat(transaction.causes).singleElement().asString().contains("legacy has", "one-phase-commit");
    }

    @Test
    void onlyOneResourceIsTheLast() throws Exception {
        branches.enlist("orders", orders);
        branches.enlist(new Local("log", LocalResource.Role.LAST));
        branches.enlist(new Local("mail", LocalResource.Role.EMULATED));
        assertThatThrownBy(() -> branches.enlist(new Local("other", LocalResource.Role.LAST)))
                .isInstanceOf(SystemException.class)
                .hasMessageContaining("resource other cannot join transaction 00 beside orders, log, mail: both have");
        assertThat(branches.all()).hasSize(3);
    }

    @Test
    void noResourceJoinsThoseOfALogThatWasClosed() throws Exception {
        branches.enlist("orders", orders);
        transaction.durable = new TransactionId(new byte[] {2});
        assertThatThrownBy(() -> branches.enlist("stock", new TestResource("stock")))
                .isInstanceOf(SystemException.class)
                .hasMessageContaining("the transaction log was closed meanwhile");
        assertThat(transaction.causes).hasSize(1);
        assertThat(branches.resources()).containsExactly("orders");
    }

    @Test
    void aResourceThatFailsToLeaveMarksTheTransaction() throws Exception {
        branches.enlist("orders", orders);
        orders.failures.put("end", XAException.XAER_RMERR);
        assertThatThrownBy(() -> branches.delist(orders, XAResource.TMSUCCESS)).isInstanceOf(SystemException.class);
        assertThat(transaction.causes).hasSize(1);
        assertThat(branches.delist(new TestResource("stranger"), XAResource.TMSUCCESS))
                .isFalse();
    }

    @Test
    void theFailureOfOneEndsTheOthersToo() throws Exception {
        TestResource stock = new TestResource("stock");
        branches.enlist("orders", orders);
        branches.enlist("stock", stock);
        orders.failures.put("end", XAException.XAER_RMERR);
        assertThat(branches.end(XAResource.TMSUCCESS)).isInstanceOf(XAException.class);
        assertThat(stock.calls).containsExactly("stock.start", "stock.end");
    }

    @Test
    void allAreCancelledAlsoWhereOneIsInUse() throws Exception {
        Local used = new Local("used", LocalResource.Role.EMULATED);
        Local idle = new Local("idle", LocalResource.Role.EMULATED);
        used.inUse = true;
        branches.enlist(used);
        branches.enlist(idle);
        assertThat(branches.cancel()).isFalse();
        assertThat(idle.cancelled).isTrue();
        used.inUse = false;
        assertThat(branches.cancel()).isTrue();
    }

    private static Branch.Xa server() {
        return Branch.Xa.joined(
                "server-2",
                new TestResource("server-2"),
                BranchXid.of(new TransactionId(new byte[] {1}), 1, "server-2"));
    }

    private static final class Transaction implements EnlistedBranches.Owner {
        final List<Throwable> causes = new ArrayList<>();
        TransactionId id = new TransactionId(new byte[] {0});
        TransactionId durable = new TransactionId(new byte[] {1});
        boolean open = true;
        boolean marked;

        @Override
        public TransactionId id() {
            return new TransactionId(new byte[] {0});
        }

        @Override
        public TransactionId durableId() {
            return durable;
        }

        @Override
        public void decidedBy(TransactionId id) {
            this.id = id;
        }

        @Override
        public void checkActive() throws RollbackException {
            if (marked) {
                throw new RollbackException("marked");
            }
        }

        @Override
        public boolean isOpen() {
            return open;
        }

        @Override
        public String state() {
            return "the transaction is " + (open ? "open" : "over");
        }

        @Override
        public void mark(Throwable cause) {
            causes.add(cause);
        }
    }

    private static final class Local implements LocalResource {
        private final String name;
        private final Role role;
        boolean inUse;
        boolean cancelled;

        Local(String name, Role role) {
            this.name = name;
            this.role = role;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public Role role() {
            return role;
        }

        @Override
        public void commit(Optional<CommitDecision> decision) {}

        @Override
        public void rollback() {}

        @Override
        public boolean cancel() {
            cancelled = true;
            return !inUse;
        }
    }
}
