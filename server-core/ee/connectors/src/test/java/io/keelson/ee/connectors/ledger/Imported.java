package io.keelson.ee.connectors.ledger;

import jakarta.resource.spi.BootstrapContext;
import jakarta.resource.spi.work.SecurityContext;
import jakarta.resource.spi.work.TransactionContext;
import jakarta.resource.spi.work.Work;
import jakarta.resource.spi.work.WorkCompletedException;
import jakarta.resource.spi.work.WorkContext;
import jakarta.resource.spi.work.WorkContextLifecycleListener;
import jakarta.resource.spi.work.WorkContextProvider;
import jakarta.resource.spi.work.WorkException;
import jakarta.security.auth.message.callback.CallerPrincipalCallback;
import jakarta.security.auth.message.callback.GroupPrincipalCallback;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.security.auth.Subject;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.CallbackHandler;
import javax.security.auth.callback.UnsupportedCallbackException;
import javax.transaction.xa.XAException;
import javax.transaction.xa.Xid;

/** Delivers a message in a transaction of the system behind the test's adapter, in the name of a user of that system. */
public final class Imported {
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private Imported() {}

    /** The xid of that system. */
    private record LedgerXid(int number) implements Xid {
        @Override
        public int getFormatId() {
            return 77;
        }

        @Override
        public byte[] getGlobalTransactionId() {
            return new byte[] {(byte) number};
        }

        @Override
        public byte[] getBranchQualifier() {
            return new byte[] {1};
        }
    }

    /** Work that does nothing, in the same transaction. */
    private record Nothing() implements Work {
        @Override
        public void release() {}

        @Override
        public void run() {}
    }

    /** The work with its contexts. */
    private record InContexts(Work work, List<WorkContext> getWorkContexts) implements Work, WorkContextProvider {
        private static final long serialVersionUID = 1L;

        @Override
        public void release() {}

        @Override
        public void run() {
            work.run();
        }
    }

    /** Says whose the work is. */
    private static final class As extends SecurityContext implements WorkContextLifecycleListener {
        private static final long serialVersionUID = 1L;
        private final transient LedgerAdapter adapter;
        private final String user;

        As(LedgerAdapter adapter, String user) {
            this.adapter = adapter;
            this.user = user;
        }

        @Override
        public void setupSecurityContext(CallbackHandler handler, Subject execution, Subject service) {
            try {
                handler.handle(new Callback[] {
                    new GroupPrincipalCallback(execution, new String[] {"writers", "strangers"}),
                    new CallerPrincipalCallback(execution, user)
                });
            } catch (IOException | UnsupportedCallbackException e) {
                adapter.note("refused " + e.getMessage());
            }
        }

        @Override
        public void contextSetupComplete() {
            adapter.note("context is set up");
        }

        @Override
        public void contextSetupFailed(String code) {
            adapter.note("context failed " + code);
        }
    }

    /** {@code imported-USER-HOW}: how it is completed. */
    static void send(LedgerAdapter adapter, BootstrapContext context, Work work, String message) throws WorkException {
        String[] parts = message.split("-");
        Xid xid = new LedgerXid(NUMBERS.incrementAndGet());
        TransactionContext transaction = new TransactionContext();
        transaction.setXid(xid);
        context.getWorkManager().doWork(new InContexts(work, List.of(transaction, new As(adapter, parts[1]))));
        adapter.note("work is done");
        try {
            context.getWorkManager().doWork(new InContexts(new Nothing(), List.of(transaction)));
            switch (parts[2]) {
                case "commit" -> {
                    adapter.note("votes " + context.getXATerminator().prepare(xid));
                    adapter.note("awaits " + context.getXATerminator().recover(0).length);
                    context.getXATerminator().commit(xid, false);
                }
                case "rollback" -> context.getXATerminator().rollback(xid);
                default -> context.getXATerminator().commit(xid, true);
            }
            context.getXATerminator().commit(xid, true);
        } catch (XAException e) {
            adapter.note("at the end " + (e.errorCode == XAException.XAER_NOTA ? "unknown" : String.valueOf(e)));
        } catch (WorkCompletedException e) {
            adapter.note("completed with " + e.getErrorCode());
        }
    }
}
