package counter;

import org.apache.wicket.Page;
import org.apache.wicket.protocol.http.WebApplication;

public class CounterApplication extends WebApplication {
    @Override
    public Class<? extends Page> getHomePage() {
        return CounterPage.class;
    }

    @Override
    protected void init() {
        super.init();
        mountPage("/upload", UploadPage.class);
        getCspSettings().blocking().disabled();
    }
}
