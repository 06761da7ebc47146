<%@ page contentType="text/html; charset=UTF-8" %>
<%@ taglib prefix="s" uri="/struts-tags" %>
<!DOCTYPE html>
<html><body>
<s:form action="greet" method="post" enctype="multipart/form-data">
  <s:textfield name="name" label="Name"/>
  <s:file name="picture" label="Picture"/>
  <s:submit/>
</s:form>
</body></html>
