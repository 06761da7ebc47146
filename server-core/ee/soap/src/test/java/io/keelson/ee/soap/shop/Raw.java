package io.keelson.ee.soap.shop;

import jakarta.xml.ws.Provider;
import jakarta.xml.ws.WebServiceProvider;
import java.io.StringReader;
import javax.xml.transform.Source;
import javax.xml.transform.stream.StreamSource;

/** Messages as they are. */
@WebServiceProvider(serviceName = "Raw")
public class Raw implements Provider<Source> {
    @Override
    public Source invoke(Source request) {
        return new StreamSource(new StringReader("<answer>raw</answer>"));
    }
}
