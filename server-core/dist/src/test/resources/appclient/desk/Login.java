package desk;

import javax.security.auth.callback.Callback;
import javax.security.auth.callback.CallbackHandler;
import javax.security.auth.callback.NameCallback;
import javax.security.auth.callback.PasswordCallback;
import javax.security.auth.callback.UnsupportedCallbackException;

/** Names a user, as a window of the client would. */
public class Login implements CallbackHandler {
    @Override
    public void handle(Callback[] callbacks) throws UnsupportedCallbackException {
        for (Callback each : callbacks) {
            if (each instanceof NameCallback name) {
                name.setName(System.getProperty("desk.user", "ada"));
            } else if (each instanceof PasswordCallback password) {
                password.setPassword("a long password".toCharArray());
            } else {
                throw new UnsupportedCallbackException(each);
            }
        }
    }
}
