package io.keelson.ejb.interceptor;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.ejb.PostActivate;
import jakarta.ejb.PrePassivate;
import jakarta.interceptor.AroundConstruct;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.AroundTimeout;
import java.lang.annotation.Annotation;

/** Events around which interceptors run. */
public enum Event {
    AROUND_INVOKE(AroundInvoke.class, true),
    AROUND_TIMEOUT(AroundTimeout.class, true),
    AROUND_CONSTRUCT(AroundConstruct.class, false),
    POST_CONSTRUCT(PostConstruct.class, false),
    PRE_DESTROY(PreDestroy.class, false),
    POST_ACTIVATE(PostActivate.class, false),
    PRE_PASSIVATE(PrePassivate.class, false);

    private final Class<? extends Annotation> annotation;
    private final boolean call;

    Event(Class<? extends Annotation> annotation, boolean call) {
        this.annotation = annotation;
        this.call = call;
    }

    /** Returns the annotation of methods that run around it. */
    public Class<? extends Annotation> annotation() {
        return annotation;
    }

    /** Returns true if a method of the bean is called within it. */
    public boolean call() {
        return call;
    }
}
