package remote;

import io.keelson.api.remote.CurrentCall;
import io.keelson.api.remote.DispatchPolicy;
import java.rmi.RemoteException;
import java.security.Principal;

/** The object; its calls run on a work manager of the archive's descriptor. */
@DispatchPolicy("calls")
public final class CallsObject implements Calls {
    @Override
    public String echo(String text) {
        return text;
    }

    @Override
    public byte[] bytes(byte[] bytes) {
        return bytes;
    }

    @Override
    public String slow(String name, long millis) throws InterruptedException {
        Thread.sleep(millis);
        return name;
    }

    @Override
    public String where() {
        boolean own = Thread.currentThread().getContextClassLoader() == CallsObject.class.getClassLoader();
        return own + " " + Thread.currentThread().getName();
    }

    @Override
    public String who() {
        Principal caller = CurrentCall.caller();
        return caller == null ? "nobody" : caller.getName();
    }

    @Override
    public String passOn(Calls other) throws RemoteException {
        return other.who();
    }

    @Override
    public String back(Back back, String what) throws RemoteException {
        return back.heard(what);
    }
}
