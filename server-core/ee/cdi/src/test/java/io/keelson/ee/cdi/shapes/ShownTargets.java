package io.keelson.ee.cdi.shapes;

import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.enterprise.inject.spi.ProcessInjectionTarget;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;

/** Notes the tag handlers whose injection targets it is shown. */
public class ShownTargets implements Extension {
    private static final Set<String> NAMES = new ConcurrentSkipListSet<>();

    static Set<String> names() {
        return NAMES;
    }

    void note(@Observes ProcessInjectionTarget<? extends jakarta.servlet.jsp.tagext.JspTag> event) {
        NAMES.add(event.getAnnotatedType().getJavaClass().getSimpleName());
    }
}
