package io.keelson.ejb.container;

import io.keelson.ejb.entity.KeyText;
import io.keelson.ejb.invocation.BeanCall;
import io.keelson.ejb.model.BeanMethod;
import io.keelson.ejb.model.BeanModel;
import io.keelson.ejb.model.EntityModel;
import io.keelson.ejb.model.MethodInterface;
import io.keelson.ejb.timer.ApplicationTimers;
import io.keelson.ejb.timer.OrphanedTimerException;
import io.keelson.ejb.timer.TimedBean;
import io.keelson.ejb.timer.TimedKey;
import jakarta.ejb.NoSuchEntityException;
import jakarta.ejb.NoSuchObjectLocalException;
import jakarta.ejb.Timer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A deployed bean as its timers know it. Immutable. */
final class TimedView implements TimedBean {
    private final DeployedBean bean;

    TimedView(DeployedBean bean) {
        this.bean = bean;
    }

    @Override
    public String id() {
        return bean.module().name() + "#" + bean.name();
    }

    /** Returns the automatic timers. */
    List<ApplicationTimers.Automatic> automatic() {
        List<ApplicationTimers.Automatic> all = new ArrayList<>();
        for (BeanModel.Automatic each : bean.model().timers().automatic()) {
            all.add(new ApplicationTimers.Automatic(signature(each.method()), each));
        }
        return all;
    }

    private static String signature(BeanMethod method) {
        return method.method().getName() + (method.method().getParameterCount() == 0 ? "()" : "(Timer)");
    }

    private @Nullable BeanMethod method(@Nullable String signature) {
        if (signature == null) {
            return bean.model().timers().timeout();
        }
        for (BeanModel.Automatic each : bean.model().timers().automatic()) {
            if (signature(each.method()).equals(signature)) {
                return each.method();
            }
        }
        return null;
    }

    @Override
    public boolean hasMethod(@Nullable String method) {
        return method(method) != null;
    }

    @Override
    public boolean fire(@Nullable String method, @Nullable String key, Timer timer, BooleanSupplier mayCommit)
            throws Throwable {
        BeanMethod due = method(method);
        if (due == null) {
            throw new IllegalStateException(bean + " has no method " + method + " for timers");
        }
        BeanCall call =
                BeanCall.timeout(due.by(MethodInterface.TIMER), timer, key == null ? null : key(key), mayCommit);
        try {
            bean.invoke(call, null, null);
        } catch (NoSuchObjectLocalException e) {
            if (key != null && e.getCause() instanceof NoSuchEntityException) {
                throw new OrphanedTimerException(String.valueOf(e.getMessage()), e);
            }
            throw e;
        }
        return !call.rolledBack();
    }

    private Object key(String text) {
        EntityModel entity = bean.model().entity();
        if (entity == null) {
            throw new IllegalStateException(
                    bean + " has a timer of an entity object, and is no entity bean any more; cancel the timer");
        }
        return keys().key(text, entity.keyClass());
    }

    private KeyText keys() {
        return new KeyText(bean.module().loader());
    }

    /** Returns the primary key of an entity object as its timers know it. */
    TimedKey timed(Object key) {
        return new TimedKey() {
            @Override
            public String text() {
                return keys().ofAnyLength(key);
            }

            @Override
            public boolean matches(String text) {
                return text.equals(text()) || key.equals(key(text));
            }

            private Object key(String text) {
                return TimedView.this.key(text);
            }
        };
    }

    @Override
    public boolean offer(Runnable work) {
        return bean.work().offer(work);
    }
}
