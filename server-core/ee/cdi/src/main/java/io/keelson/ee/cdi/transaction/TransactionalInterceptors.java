package io.keelson.ee.cdi.transaction;

import jakarta.annotation.Priority;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.inject.Inject;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;
import jakarta.transaction.InvalidTransactionException;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionRequiredException;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;
import jakarta.transaction.TransactionalException;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * The interceptors of {@code @Transactional}, one for each type. They keep nothing but the bean manager, so that beans
 * which are kept in sessions may have them.
 *
 * <p>Specification: Jakarta Transactions 2.0, 3.7 Transactional Annotation.
 */
final class TransactionalInterceptors {
    private static final int PRIORITY = Interceptor.Priority.PLATFORM_BEFORE + 200;

    private TransactionalInterceptors() {}

    /** Base of the interceptors, one for each transaction type. */
    abstract static class Base implements Serializable {
        private static final long serialVersionUID = 1L;

        @Inject
        @SuppressWarnings({"serial", "NullAway.Init"}) // Weld's is serializable, and injects
        private BeanManager beans;

        // Looked up once for each instance, and once more after it was read again: the bean manager resolves it each
        // time.
        private transient volatile @Nullable TransactionExtension extension;

        private TransactionExtension extension() {
            TransactionExtension known = extension;
            if (known == null) {
                known = beans.getExtension(TransactionExtension.class);
                extension = known;
            }
            return known;
        }

        TransactionManager manager() {
            return extension().manager();
        }

        TransactionalCall call(InvocationContext context) {
            TransactionExtension server = extension();
            return new TransactionalCall(server.manager(), server.control(), context);
        }

        static TransactionalException refused(InvocationContext context, String why, Exception cause) {
            return new TransactionalException(context.getMethod() + " " + why, cause);
        }
    }

    /** Joins the caller's transaction, or makes one. */
    @Interceptor
    @Priority(PRIORITY)
    @Transactional(TxType.REQUIRED)
    static class Required extends Base {
        private static final long serialVersionUID = 1L;

        @AroundInvoke
        Object around(InvocationContext context) throws Exception {
            return manager().getTransaction() == null
                    ? call(context).inOwn()
                    : call(context).joining();
        }
    }

    /** Makes a transaction, apart from the caller's. */
    @Interceptor
    @Priority(PRIORITY)
    @Transactional(TxType.REQUIRES_NEW)
    static class RequiresNew extends Base {
        private static final long serialVersionUID = 1L;

        @AroundInvoke
        Object around(InvocationContext context) throws Exception {
            TransactionalCall call = call(context);
            return call.apart(call::inOwn);
        }
    }

    /** Joins the caller's transaction and fails without one. */
    @Interceptor
    @Priority(PRIORITY)
    @Transactional(TxType.MANDATORY)
    static class Mandatory extends Base {
        private static final long serialVersionUID = 1L;

        @AroundInvoke
        Object around(InvocationContext context) throws Exception {
            if (manager().getTransaction() == null) {
                throw refused(
                        context,
                        "needs its caller's transaction, and there is none",
                        new TransactionRequiredException());
            }
            return call(context).joining();
        }
    }

    /** Joins the caller's transaction where there is one. */
    @Interceptor
    @Priority(PRIORITY)
    @Transactional(TxType.SUPPORTS)
    static class Supports extends Base {
        private static final long serialVersionUID = 1L;

        @AroundInvoke
        Object around(InvocationContext context) throws Exception {
            return call(context).joining();
        }
    }

    /** Runs without the caller's transaction. */
    @Interceptor
    @Priority(PRIORITY)
    @Transactional(TxType.NOT_SUPPORTED)
    static class NotSupported extends Base {
        private static final long serialVersionUID = 1L;

        @AroundInvoke
        Object around(InvocationContext context) throws Exception {
            TransactionalCall call = call(context);
            return call.apart(call::openly);
        }
    }

    /** Fails in a transaction. */
    @Interceptor
    @Priority(PRIORITY)
    @Transactional(TxType.NEVER)
    static class Never extends Base {
        private static final long serialVersionUID = 1L;

        @AroundInvoke
        Object around(InvocationContext context) throws Exception {
            if (manager().getTransaction() != null) {
                throw refused(
                        context,
                        "must not run in a transaction, and its caller has one",
                        new InvalidTransactionException());
            }
            return call(context).openly();
        }
    }
}
