package io.keelson.ejb.container;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.ejb.fixture.TestBean;
import io.keelson.ejb.interceptor.Event;
import jakarta.annotation.PostConstruct;
import jakarta.ejb.LocalBean;
import jakarta.ejb.Stateful;
import jakarta.ejb.Stateless;
import org.junit.jupiter.api.Test;

class ComponentInterfaceCallbacksTest {
    /** Has no home. */
    @Stateless
    @LocalBean
    public static class Plain {
        public void ejbCreate() {}
    }

    @Stateless
    @LocalBean
    public static class Annotated {
        public void ejbCreate() {}

        @PostConstruct
        void begin() {}
    }

    @Stateful
    @LocalBean
    public static class OfClient {
        public void ejbCreate() {}
    }

    @Test
    void ejbCreateOfAStatelessBeanIsItsPostConstruct() throws Exception {
        assertThat(ComponentInterfaceCallbacks.of(TestBean.of(Plain.class).model))
                .containsOnlyKeys(Event.POST_CONSTRUCT)
                .containsValue(Plain.class.getMethod("ejbCreate"));
        assertThat(ComponentInterfaceCallbacks.of(TestBean.of(Annotated.class).model))
                .isEmpty();
        assertThat(ComponentInterfaceCallbacks.of(TestBean.of(OfClient.class).model))
                .isEmpty();
    }
}
