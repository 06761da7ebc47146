package io.keelson.ejb.interceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.ejb.fixture.TestBean;
import jakarta.ejb.Stateless;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.ExcludeClassInterceptors;
import jakarta.interceptor.ExcludeDefaultInterceptors;
import jakarta.interceptor.Interceptors;
import jakarta.interceptor.InvocationContext;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class InterceptionTest {
    private static final List<String> HEARD = new ArrayList<>();

    @BeforeEach
    void forget() {
        HEARD.clear();
    }

    /** A superclass of an interceptor. */
    static class Base {
        @AroundInvoke
        Object base(InvocationContext context) throws Exception {
            HEARD.add("base");
            return context.proceed();
        }

        @AroundInvoke
        private Object unused(InvocationContext context) throws Exception {
            return context.proceed();
        }
    }

    /** Runs after its superclass. */
    static class First {
        @AroundInvoke
        Object first(InvocationContext context) throws Exception {
            HEARD.add("first");
            context.getContextData().put("by", "first");
            return context.proceed() + "!";
        }
    }

    /** Changes arguments. */
    static class Second extends First {
        @AroundInvoke
        Object second(InvocationContext context) throws Exception {
            HEARD.add("second");
            assertThatThrownBy(() -> context.setParameters(null)).isInstanceOf(IllegalArgumentException.class);
            context.setParameters(new Object[] {
                context.getParameters()[0] + " and " + context.getContextData().get("by")
            });
            return context.proceed();
        }
    }

    /** Proceeds again where it fails. */
    static class Again {
        @AroundInvoke
        Object again(InvocationContext context) throws Exception {
            try {
                return context.proceed();
            } catch (IllegalStateException e) {
                return context.proceed();
            }
        }
    }

    /** A bean with an interceptor method of its own. */
    @Stateless
    static class Bean {
        private int calls;

        public String hello(String name) {
            return "hello " + name;
        }

        public String secondTime(String name) {
            if (calls++ == 0) {
                throw new IllegalStateException("planted");
            }
            return name;
        }

        @AroundInvoke
        Object own(InvocationContext context) throws Exception {
            HEARD.add("bean");
            return context.proceed();
        }
    }

    @Test
    void interceptorsRunInOrderWithSuperclassesFirstAndTheBeanLast() throws Throwable {
        TestBean bean = TestBean.of(Bean.class, First.class, Second.class);

        assertThat(bean.call("hello", "you")).isEqualTo("hello you and first!!");
        assertThat(HEARD).containsExactly("first", "first", "second", "bean");
    }

    @Test
    void anInterceptorMayProceedAgain() throws Throwable {
        TestBean bean = TestBean.of(Bean.class, Again.class);

        assertThat(bean.call("secondTime", "you")).isEqualTo("you");
    }

    @Test
    void twoAroundInvokeMethodsOfOneClassAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ClassCallbacks.of(Base.class, Map.of()))
                .withMessageContaining("several @AroundInvoke methods");
    }

    /** Binds by annotations. */
    @Interceptors(First.class)
    static class Bound {
        @Interceptors(Second.class)
        public void both() {}

        @ExcludeDefaultInterceptors
        @ExcludeClassInterceptors
        @Interceptors(Second.class)
        public void one() {}
    }

    @Test
    void annotationsBindDefaultsThenClassThenMethod() throws Exception {
        Bindings bindings = new Bindings(List.of(Again.class));

        assertThat(bindings.around(Bound.class, Bound.class.getMethod("both")))
                .containsExactly(Again.class, First.class, Second.class);
        assertThat(bindings.around(Bound.class, Bound.class.getMethod("one"))).containsExactly(Second.class);
        assertThat(bindings.lifecycle(Bound.class)).containsExactly(Again.class, First.class);
    }

    @Test
    void anOrderOfADescriptorReplacesWhatAnnotationsBind() throws Exception {
        Method both = Bound.class.getMethod("both");
        Bindings ofClass = new Bindings(
                List.of(Again.class),
                List.<Class<?>>of(First.class, Again.class),
                Map.of(),
                false,
                Set.of(),
                true,
                Set.of(),
                true);
        assertThat(ofClass.around(Bound.class, both)).containsExactly(First.class, Again.class, Second.class);
        assertThat(ofClass.lifecycle(Bound.class)).containsExactly(First.class, Again.class);

        Bindings ofMethod = new Bindings(
                List.of(Again.class),
                List.of(),
                Map.of(both, List.<Class<?>>of(Second.class, First.class)),
                false,
                Set.of(),
                false,
                Set.of(both),
                true);
        assertThat(ofMethod.around(Bound.class, both)).containsExactly(Second.class, First.class);
    }

    @Test
    void aCompleteDescriptorLeavesTheAnnotationsOfTheBeanOut() throws Exception {
        Bindings bindings =
                new Bindings(List.of(Again.class), List.of(), Map.of(), false, Set.of(), false, Set.of(), false);

        assertThat(bindings.around(Bound.class, Bound.class.getMethod("one"))).containsExactly(Again.class);
        assertThat(bindings.lifecycle(Bound.class)).containsExactly(Again.class);
        assertThat(ClassCallbacks.of(Base.class, Map.of(), false).of(Event.AROUND_INVOKE))
                .isEmpty();
    }
}
