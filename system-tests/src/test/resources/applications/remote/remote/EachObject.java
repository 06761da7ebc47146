package remote;

import io.keelson.api.remote.Clustered;

/** The object of one member. */
@Clustered
public final class EachObject implements Each {
    @Override
    public long process() {
        return ProcessHandle.current().pid();
    }

    @Override
    public long once(long millis) throws InterruptedException {
        Thread.sleep(millis);
        return ProcessHandle.current().pid();
    }
}
