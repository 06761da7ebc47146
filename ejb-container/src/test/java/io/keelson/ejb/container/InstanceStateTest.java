package io.keelson.ejb.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.ejb.invocation.BeanInstance;
import io.keelson.ejb.view.StandIn;
import io.keelson.ejb.view.ViewClass;
import io.keelson.kernel.serial.ApplicationObjects;
import jakarta.annotation.Resource;
import java.io.IOException;
import java.io.NotSerializableException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class InstanceStateTest {
    private final InstanceState state = new InstanceState(InstanceStateTest.class.getClassLoader());

    static class Base {
        int count;
    }

    static final class Bean extends Base {
        List<String> content = new ArrayList<>();
        transient int passing = 1;

        @Resource
        Object injected = new Object();

        @Nullable
        Object other;
    }

    public interface View {
        String hello();
    }

    @Test
    void fieldsOfTheBeanAndItsInterceptorsComeBackWithoutTransientAndInjectedOnes() throws Exception {
        Bean bean = new Bean();
        bean.count = 7;
        bean.content.add("tea");
        bean.passing = 5;
        Bean interceptor = new Bean();
        interceptor.count = 8;
        byte[] bytes = state.write(new BeanInstance(bean, new Object[] {interceptor}));

        Bean made = new Bean();
        Object mine = made.injected;
        Bean madeInterceptor = new Bean();
        state.read(bytes, new BeanInstance(made, new Object[] {madeInterceptor}));

        assertThat(made.count).isEqualTo(7);
        assertThat(made.content).containsExactly("tea");
        assertThat(made.passing).isEqualTo(1);
        assertThat(made.injected).isSameAs(mine);
        assertThat(madeInterceptor.count).isEqualTo(8);
    }

    @Test
    void aFieldThatCannotBeWrittenIsNamed() {
        Bean bean = new Bean();
        bean.other = new Object();

        assertThatThrownBy(() -> state.write(new BeanInstance(bean, new Object[0])))
                .isInstanceOf(NotSerializableException.class)
                .hasMessageContaining("Bean.other");
    }

    @Test
    void theStateOfABeanWithOtherInterceptorsIsRefused() throws Exception {
        byte[] bytes = state.write(new BeanInstance(new Bean(), new Object[0]));

        assertThatThrownBy(() -> state.read(bytes, new BeanInstance(new Bean(), new Object[] {new Bean()})))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("another version");
    }

    @Test
    void aReferenceIsWrittenAsTheIdentityOfItsBean() throws Exception {
        StandIn standIn = StandIn.of(Bean.class, "Bean!View", id -> "the bean " + id);
        ViewClass<View> type = ViewClass.of(View.class, Bean.class, standIn);
        View reference = type.reference((number, arguments) -> StandIn.isAsked(number) ? standIn.of("42") : "hello");
        ApplicationObjects objects = new ApplicationObjects(Bean.class.getClassLoader());

        assertThat(reference.hello()).isEqualTo("hello");
        assertThat(objects.read(objects.write(reference))).isEqualTo("the bean 42");
    }
}
