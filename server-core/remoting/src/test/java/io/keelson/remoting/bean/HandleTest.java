package io.keelson.remoting.bean;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.ejb.EJBObject;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InvalidObjectException;
import java.io.NotSerializableException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.rmi.RemoteException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Handles in streams of Java. */
class HandleTest {
    private static final EJBObject OBJECT = (EJBObject) Proxy.newProxyInstance(
            HandleTest.class.getClassLoader(), new Class<?>[] {EJBObject.class}, (proxy, method, arguments) -> null);

    private static SessionHandle handle(String instance) throws NotSerializableException {
        return new SessionHandle("ejb:shop/beans/Cart!shop.Cart", instance, OBJECT);
    }

    private static byte[] written(Object value) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        }
        return bytes.toByteArray();
    }

    private static Object read(byte[] bytes) throws Exception {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            return in.readObject();
        }
    }

    @Test
    void aHandleIsWrittenAsItsNameAlone() throws Exception {
        SessionHandle handle = handle("a/b #1");
        assertThat(handle.getEJBObject()).isSameAs(OBJECT);

        byte[] bytes = written(handle);

        assertThat(read(bytes)).isEqualTo(handle).hasToString("handle of ejb:shop/beans/Cart!shop.Cart#a%2Fb+%231");
        assertThat(new String(bytes, StandardCharsets.ISO_8859_1)).doesNotContain("Proxy", "EJBObject");
    }

    @Test
    void applicationsAndInterfacesMayHaveUnusualNames() throws Exception {
        SessionHandle handle = new SessionHandle("ejb:the shop/two & more/Cart!läden.Cart$Own", "", OBJECT);

        assertThat(read(written(handle))).isEqualTo(handle);
    }

    @Test
    void aHandleWithoutAServerSaysWhereItIsResolved() throws Exception {
        SessionHandle alone = (SessionHandle) read(written(handle("")));

        assertThatThrownBy(alone::getEJBObject)
                .isInstanceOf(RemoteException.class)
                .hasMessageContaining("initial context");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rmi:shop/beans/Cart!shop.Cart#",
                "ejb:shop/beans/Cart:shop.Cart#",
                "ejb:shop?beans/Cart!shop.Cart#"
            })
    void aNameOfAnotherFormIsRefusedWhenItIsRead(String other) throws Exception {
        String text = new String(written(handle("")), StandardCharsets.ISO_8859_1);

        byte[] forged = text.replace("ejb:shop/beans/Cart!shop.Cart#", other).getBytes(StandardCharsets.ISO_8859_1);

        assertThatThrownBy(() -> read(forged)).isInstanceOf(InvalidObjectException.class);
    }

    @Test
    void anInstanceWhoseNameIsTooLongHasNoHandle() {
        assertThatThrownBy(() -> handle("x".repeat(2_000))).isInstanceOf(NotSerializableException.class);
    }
}
