package io.keelson.appclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import javax.naming.NameClassPair;
import org.junit.jupiter.api.Test;

/** Names of a client. */
class ClientNamesTest {
    @Test
    void eachLookUpOfABeanMakesOneAndOthersAreMadeOnce() throws Exception {
        ClientNames names = new ClientNames(null, null);
        names.addBean("java:comp/env/cart", Object::new);
        names.add("java:comp/env/limit", Object::new);
        assertThat(names.lookup("java:comp/env/cart")).isNotSameAs(names.lookup("java:comp/env/cart"));
        assertThat(names.value("java:comp/env/cart")).isNotSameAs(names.value("java:comp/env/cart"));
        assertThat(names.lookup("java:comp/env/limit")).isSameAs(names.lookup("java:comp/env/limit"));
    }

    @Test
    void aValueThatCannotBeMadeHidesNoOther() throws Exception {
        ClientNames names = new ClientNames(null, null);
        names.add("java:comp/env/broken", () -> {
            throw new ClientException("the driver is not on the class path");
        });
        names.add("java:comp/env/limit", () -> 7);

        assertThat(names.list("java:comp/env"))
                .extracting(NameClassPair::getName, NameClassPair::getClassName)
                .containsExactly(tuple("broken", "java.lang.Object"), tuple("limit", "java.lang.Integer"));
        assertThatThrownBy(() -> names.lookup("java:comp/env/broken")).hasMessageContaining("the driver");
    }
}
