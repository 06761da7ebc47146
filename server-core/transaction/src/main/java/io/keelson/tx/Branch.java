package io.keelson.tx;

import io.keelson.kernel.spi.transaction.CommitDecision;
import io.keelson.kernel.spi.transaction.LocalResource;
import jakarta.transaction.RollbackException;
import java.util.Optional;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/** The part that one resource has in a transaction. The lock of its transaction's {@link EnlistedBranches} guards it. */
sealed interface Branch {
    /** Returns the name of the resource. */
    String resource();

    /** Undoes what the branch has done. */
    void rollback() throws Exception;

    /** A branch of an XA resource. */
    final class Xa implements Branch {
        /** The association of the branch with the transaction's thread (XA, 3.2). */
        private enum Association {
            ACTIVE,
            SUSPENDED,
            ENDED
        }

        private final String name;
        private final XAResource resource;
        private final BranchXid xid;
        private Association association = Association.ACTIVE;
        private boolean server;

        private Xa(String name, XAResource resource, BranchXid xid) {
            this.name = name;
            this.resource = resource;
            this.xid = xid;
        }

        /** Starts a branch. */
        static Xa start(String name, XAResource resource, BranchXid xid) throws XAException {
            resource.start(xid, XAResource.TMNOFLAGS);
            return new Xa(name, resource, xid);
        }

        /** Adds a server that takes part already, as the call has told that it made. */
        static Xa joined(String name, XAResource resource, BranchXid xid) {
            Xa joined = new Xa(name, resource, xid);
            joined.association = Association.ENDED;
            joined.server = true;
            return joined;
        }

        @Override
        public String resource() {
            return name;
        }

        /** Returns whether it is another server, which is told the transaction's id of the log before it prepares. */
        boolean isServer() {
            return server;
        }

        BranchXid xid() {
            return xid;
        }

        XAResource xa() {
            return resource;
        }

        /** Goes on with the branch after it was delisted. */
        void startAgain() throws XAException {
            switch (association) {
                case ACTIVE -> {}
                case SUSPENDED -> resource.start(xid, XAResource.TMRESUME);
                case ENDED -> resource.start(xid, XAResource.TMJOIN);
            }
            association = Association.ACTIVE;
        }

        /** Delists the branch, with a flag of {@link XAResource#end}. */
        void end(int flag) throws XAException {
            if (association == Association.ENDED
                    || association == Association.SUSPENDED && flag == XAResource.TMSUSPEND) {
                return;
            }
            association = flag == XAResource.TMSUSPEND ? Association.SUSPENDED : Association.ENDED;
            resource.end(xid, flag);
        }

        /** Returns true if there is something to commit; false where the branch only read. */
        boolean prepare() throws XAException {
            return resource.prepare(xid) != XAResource.XA_RDONLY;
        }

        void commit(boolean onePhase) throws XAException {
            resource.commit(xid, onePhase);
        }

        @Override
        public void rollback() throws XAException {
            resource.rollback(xid);
        }
    }

    /** The part of a resource without a prepare. */
    record Local(LocalResource local) implements Branch {
        @Override
        public String resource() {
            return local.name();
        }

        void commit(@Nullable CommitDecision decision) throws RollbackException, Exception {
            local.commit(Optional.ofNullable(decision));
        }

        @Override
        public void rollback() throws Exception {
            local.rollback();
        }
    }
}
