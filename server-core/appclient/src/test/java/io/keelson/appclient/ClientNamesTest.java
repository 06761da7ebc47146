package io.keelson.appclient;

import static org.assertj.core.api.Assertions.assertThat;

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
}
